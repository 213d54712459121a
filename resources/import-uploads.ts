/** Maximum size of an imported table in MB. */
export const importMegabytes = 250

/** Names that people can choose. The server reads the content. */
export const importTypes = '.xlsx,.xls,.ods,.csv,.txt,.tsv'

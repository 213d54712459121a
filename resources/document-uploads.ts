/** Maximum size of an uploaded PDF or photograph of paper in MB. */
export const documentMegabytes = 20

/** Media types that people can choose. The server reads the content. */
export const documentTypes = 'application/pdf,image/jpeg,image/png,image/webp'

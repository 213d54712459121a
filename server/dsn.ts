/** The project of an error-reporting service (Sentry, or one that speaks like it), as its DSN names it. */
export interface ReportingProject {
  /** Without the secret that old ones carry: pages are told of it. */
  dsn: string
  /** Where its envelopes go. */
  envelopes: string
}

/** Reads `https://{public key}@{host}{/path}/{project}`; undefined for what is no DSN. */
export function readDsn(given: string): ReportingProject | undefined {
  if (!URL.canParse(given)) return undefined
  const { protocol, username, host, pathname, search, hash } = new URL(given)
  const [, path = '', project] = /^((?:\/[^/]+)*)\/(\d+)$/.exec(pathname) ?? []
  const isPlain = search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || !/^\w+$/.test(username) || project === undefined || !isPlain)
    return undefined
  return {
    dsn: `${protocol}//${username}@${host}${path}/${project}`,
    envelopes: `${protocol}//${host}${path}/api/${project}/envelope/`,
  }
}

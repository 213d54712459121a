/** Project of Sentry or a compatible service, from its DSN. */
export interface ReportingProject {
  /** Without the secret that old DSNs have, because pages get it. */
  dsn: string
  /** URL for envelopes. */
  envelopes: string
}

/** Parses `https://{public key}@{host}{/path}/{project}`; undefined when invalid. */
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

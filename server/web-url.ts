/** The complete address of a web page; undefined for other texts, such as those with another scheme or without a host. */
export function parseWebUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined
}

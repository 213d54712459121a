/** Headers of every request: it accepts JSON, names the page and, with a token, authenticates. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'calling-url': location.href,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

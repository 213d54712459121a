/** What every request says of itself: that it reads JSON, from which page it comes and, with a token, who asks. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'calling-url': location.href,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

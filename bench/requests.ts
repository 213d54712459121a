type Headers = Record<string, string>

/** Each returns the `data` of a response, and throws an error with the text of a response that is not ok. */
export async function patch(url: string, headers: Headers, body: object): Promise<Record<string, unknown>> {
  const sent = { ...headers, 'content-type': 'application/json' }
  return dataOf(url, await fetch(url, { method: 'PATCH', headers: sent, body: JSON.stringify(body) }))
}

export async function get(url: string, headers: Headers): Promise<Record<string, unknown>> {
  return dataOf(url, await fetch(url, { headers }))
}

export async function post(url: string, headers: Headers, body: object): Promise<Record<string, unknown>> {
  const sent = { ...headers, 'content-type': 'application/json' }
  return dataOf(url, await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) }))
}

async function dataOf(url: string, response: Response): Promise<Record<string, unknown>> {
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

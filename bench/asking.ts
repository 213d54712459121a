type Headers = Record<string, string>

/** Each answers the `data` of a good answer, and throws what a bad one says. */
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

async function dataOf(url: string, answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Record<string, unknown> }).data
}

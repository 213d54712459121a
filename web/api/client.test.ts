import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, timedOut } from './client.ts'
import { storeFields } from './record-body.ts'
import { removeListSize } from './browser-storage.ts'
import { setUp } from './first-run.ts'
import { serverState } from './server-status.ts'
import { jsonResponse, fakeServer, fakeToken, neverRespond } from './testing.ts'
import { storeTokens, workKey } from './tokens.ts'

const list = { data: [{ _id: '1' }], meta: { total: 1, page: 1, limit: 100 } }

beforeEach(() => {
  storeTokens({ access: 'old', refresh: 'r1' })
})

describe('requests', () => {
  it('send the token and the address of the page', async () => {
    const { requests } = fakeServer(() => jsonResponse(list))
    await api.list('members')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer old')
    expect(requests[0]?.headers.get('calling-url')).toBe(location.href)
    expect(requests[0]?.headers.get('accept')).toBe('application/json')
  })

  it('publish their response time', async () => {
    fakeServer(() => jsonResponse(list))
    await api.list('members')
    expect(serverState().lastResponse).toBeGreaterThanOrEqual(0)
  })

  it('time out after ten seconds, without an error', async () => {
    vi.useFakeTimers()
    fakeServer(neverRespond)
    const outcome = api.read('members', '1')
    await vi.advanceTimersByTimeAsync(10_001)
    expect(await outcome).toBe(timedOut)
    expect(serverState().status).toBe('ok')
  })

  it('that set up the organisation time out only after two minutes: the demonstration takes long', async () => {
    vi.useFakeTimers()
    fakeServer(neverRespond)
    const onOutcome = vi.fn()
    void setUp({ demo: true }).then(onOutcome)
    await vi.advanceTimersByTimeAsync(119_000)
    expect(onOutcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_001)
    expect(onOutcome).toHaveBeenCalledWith(timedOut)
  })

  it('that fail to connect mark the server unreachable', async () => {
    fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api.list('members')).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(serverState().status).toBe('unreachable')
  })

  it('answered 502 by a proxy mark the server unreachable', async () => {
    fakeServer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(api.list('members')).rejects.toBeInstanceOf(ApiError)
    expect(serverState().status).toBe('unreachable')
  })

  it('that are refused throw the server’s message, errors and record', async () => {
    const errors = { nif: ['NIF inválido.'] }
    fakeServer(() => jsonResponse({ message: 'Há erros.', errors, data: { _version: 3 } }, 409))
    const refusal = api.update('members', { _id: '1', name: 'Ana' })
    await expect(refusal).rejects.toMatchObject({
      status: 409,
      message: 'Há erros.',
      errors,
      data: { _version: 3 },
    })
  })
})

describe('an expired token', () => {
  it('is exchanged once for concurrent requests, and each is sent again', async () => {
    const { requests } = fakeServer(({ path, headers }) => {
      if (path === 'auth/refresh') return jsonResponse({ access: 'new', refresh: 'r2' })
      return headers.get('authorization') === 'Bearer new'
        ? jsonResponse({ data: { path } })
        : jsonResponse({}, 401)
    })
    const read = await Promise.all(['1', '2', '3'].map((id) => api.read('members', id)))
    expect(read).toEqual(['1', '2', '3'].map((id) => ({ path: `members/${id}` })))
    const exchanges = requests.filter(({ path }) => path === 'auth/refresh')
    expect(exchanges.map(({ body }) => body)).toEqual([{ refreshToken: 'r1' }])
    expect(localStorage.getItem('authentication')).toBe('new')
    expect(localStorage.getItem('refreshToken')).toBe('r2')
  })

  it('is not exchanged when another tab has already done it', async () => {
    const { requests } = fakeServer(({ headers }) => {
      if (headers.get('authorization') === 'Bearer new') return jsonResponse({ data: { _id: '1' } })
      localStorage.setItem('authentication', 'new')
      return jsonResponse({}, 401)
    })
    expect(await api.read('members', '1')).toEqual({ _id: '1' })
    expect(requests.map(({ path }) => path)).toEqual(['members/1', 'members/1'])
  })

  it('causes one retry at most', async () => {
    const { requests } = fakeServer(({ path }) =>
      path === 'auth/refresh'
        ? jsonResponse({ access: 'new', refresh: 'r2' })
        : jsonResponse({ message: 'Não.' }, 401),
    )
    await expect(api.read('members', '1')).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(3)
  })

  it.each([
    ['refused', () => jsonResponse({ message: 'A sessão terminou.' }, 401)],
    ['answered without tokens', () => jsonResponse({})],
  ])('whose exchange is %s clears local storage and goes to the root', async (_how, refusal) => {
    history.replaceState(null, '', '/socios/7')
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    localStorage.setItem('anything', 'else')
    fakeServer(({ path }) => (path === 'auth/refresh' ? refusal() : jsonResponse({}, 401)))
    await expect(api.read('members', '1')).rejects.toMatchObject({ status: 401 })
    expect(localStorage).toHaveLength(0)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    expect(sessionStorage.getItem('returnPath')).toBe('/socios/7')
    history.replaceState(null, '', '/')
  })

  it('whose exchange is refused keeps unsent work, under a key of its owner', async () => {
    const lists = ['u1', 'u2'].map((ID) => {
      const CustomUserInfo = { Name: 'Ana', ID, Role: 'editor' } as const
      storeTokens({ access: fakeToken({ CustomUserInfo }), refresh: 'r1' })
      localStorage.setItem(workKey('cartoes:a'), `work of ${ID}`)
      return workKey('cartoes:a')
    })
    localStorage.setItem('fontSize', '17')
    vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    fakeServer(() => jsonResponse({}, 401))
    await expect(api.read('members', '1')).rejects.toMatchObject({ status: 401 })
    expect(Object.keys(localStorage).sort()).toEqual(lists)
    expect(lists).not.toContain(workKey('cartoes:a'))
  })

  it.each([400, 403, 404, 429, 500, 502])(
    'keeps the session when the exchange answers %d',
    async (status) => {
      vi.useFakeTimers()
      fakeServer(({ path }) => jsonResponse({ message: 'Não.' }, path === 'auth/refresh' ? status : 401))
      const outcome = expect(api.read('members', '1')).rejects.toMatchObject({ code: 'network' })
      await vi.advanceTimersByTimeAsync(10_000)
      await outcome
      expect(localStorage.getItem('refreshToken')).toBe('r1')
      expect(localStorage.getItem('authentication')).toBe('old')
    },
  )

  it('is exchanged with backoff after network and server errors', async () => {
    vi.useFakeTimers()
    let fails = 0
    const { requests } = fakeServer(({ path, headers }) => {
      if (path !== 'auth/refresh')
        return headers.get('authorization') === 'Bearer new'
          ? jsonResponse({ data: { _id: '1' } })
          : jsonResponse({}, 401)
      fails += 1
      if (fails === 1) return Promise.reject(new TypeError('Failed to fetch'))
      return fails === 2 ? jsonResponse({}, 500) : jsonResponse({ access: 'new', refresh: 'r2' })
    })
    const read = api.read('members', '1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await read).toEqual({ _id: '1' })
    const exchanges = requests.filter(({ path }) => path === 'auth/refresh')
    expect(exchanges.map(({ body }) => body)).toEqual(Array(3).fill({ refreshToken: 'r1' }))
    expect(serverState().status).toBe('ok')
  })

  it('that another tab exchanges meanwhile does not end the session', async () => {
    const { requests } = fakeServer(({ path, headers }) => {
      if (path !== 'auth/refresh')
        return headers.get('authorization') === 'Bearer new'
          ? jsonResponse({ data: { _id: '1' } })
          : jsonResponse({}, 401)
      storeTokens({ access: 'new', refresh: 'r2' })
      return jsonResponse({}, 401)
    })
    expect(await api.read('members', '1')).toEqual({ _id: '1' })
    expect(requests).toHaveLength(3)
    expect(localStorage.getItem('refreshToken')).toBe('r2')
  })

  it('without a refresh token clears local storage and goes to the root', async () => {
    history.replaceState(null, '', '/socios/7')
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    localStorage.removeItem('refreshToken')
    const { requests } = fakeServer(() => jsonResponse({}, 401))
    await expect(api.read('members', '1')).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
    expect(localStorage).toHaveLength(0)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    history.replaceState(null, '', '/')
  })

  it('that a request replaces is not ended by the refusal of the old tokens', async () => {
    const changed = Promise.withResolvers<Response>()
    const { requests } = fakeServer(({ path, headers }) => {
      if (path === 'auth/password') return changed.promise
      const isNew = path !== 'auth/refresh' && headers.get('authorization') === 'Bearer new'
      return isNew ? jsonResponse(list) : jsonResponse({}, 401)
    })
    const change = api.replaceSession('auth/password', {})
    const read = api.list('members')
    await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('auth/refresh'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(localStorage.getItem('refreshToken')).toBe('r1')
    changed.resolve(jsonResponse({ access: 'new', refresh: 'r2' }))
    await change
    expect(await read).toEqual(list)
    expect(localStorage.getItem('refreshToken')).toBe('r2')
  })

  it('ends when the request that would replace it is refused too', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    fakeServer(() => jsonResponse({}, 401))
    const read = api.list('members')
    await expect(api.replaceSession('auth/password', {})).rejects.toThrow(ApiError)
    await expect(read).rejects.toThrow(ApiError)
    expect(localStorage.getItem('refreshToken')).toBeNull()
    assign.mockRestore()
  })

  it('of a visitor: a 401 without tokens clears nothing', async () => {
    localStorage.clear()
    localStorage.setItem('fontSize', '17')
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    fakeServer(() => jsonResponse({}, 401))
    await expect(api.read('members', '1')).rejects.toMatchObject({ status: 401 })
    expect(assign).not.toHaveBeenCalled()
    expect(localStorage.getItem('fontSize')).toBe('17')
  })

  it('keeps the session without an error when the exchange times out', async () => {
    vi.useFakeTimers()
    const { requests } = fakeServer(({ path }) =>
      path === 'auth/refresh' ? neverRespond() : jsonResponse({}, 401),
    )
    const outcome = api.read('members', '1')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toBe(timedOut)
    expect(requests.at(-1)?.headers.get('authorization')).toBe('Bearer old')
    expect(localStorage.getItem('refreshToken')).toBe('r1')
    expect(serverState().status).toBe('ok')
  })

  it('keeps the session when the exchange could not reach the server', async () => {
    fakeServer(({ path }) =>
      path === 'auth/refresh' ? Promise.reject(new TypeError('Failed to fetch')) : jsonResponse({}, 401),
    )
    await expect(api.read('members', '1')).rejects.toMatchObject({ code: 'network' })
    expect(localStorage.getItem('refreshToken')).toBe('r1')
    expect(serverState().status).toBe('unreachable')
  })
})

describe('lists', () => {
  it('request 100 rows in the default order, with parameters in a fixed order', async () => {
    const { requests } = fakeServer(() => jsonResponse(list))
    await api.list('memberStates', {
      where: { reason: ['a', 'b'], minuteRef: null, decisionBody: '' },
      search: ' rui ',
    })
    expect(requests[0]?.path).toBe(
      'member_states?_page=1&_limit=100&_sort=-created_at&_search=rui&_minuteRef=null&_reason=a&_reason=b',
    )
  })

  it('store the default page size, unless they set a limit', async () => {
    fakeServer(() => jsonResponse(list))
    await api.list('members', { limit: 50 })
    await api.list('members', { limit: -1 })
    expect(localStorage.getItem('listSize')).toBeNull()
    await api.list('members')
    expect(localStorage.getItem('listSize')).toBe('100')
    removeListSize()
    expect(localStorage.getItem('listSize')).toBeNull()
  })

  it('of a parent request the nested path', async () => {
    const { requests } = fakeServer(() => jsonResponse(list))
    await api.list('contacts', { parent: { resource: 'people', id: '7' } })
    expect(requests[0]?.path).toMatch(/^people\/7\/contacts\?/)
  })

  it('answered 404 are empty', async () => {
    fakeServer(() => jsonResponse({ message: 'Não foi encontrado.' }, 404))
    expect(await api.list('members')).toMatchObject({ data: [], meta: { total: 0 } })
  })
})

describe('records', () => {
  it('answered 404 are null', async () => {
    fakeServer(() => jsonResponse({ message: 'Não foi encontrado.' }, 404))
    expect(await api.read('members', '1')).toBeNull()
  })

  it.each([[undefined], ['']])('are not read without an id: %o', async (id) => {
    const { requests } = fakeServer(() => jsonResponse({}))
    await expect(api.read('members', id)).rejects.toMatchObject({ code: 'missingId' })
    expect(requests).toHaveLength(0)
  })

  it('without an id are removed without a request', async () => {
    const { requests } = fakeServer(() => jsonResponse(undefined, 204))
    await api.remove('contacts', {})
    expect(requests).toHaveLength(0)
    await api.remove('contacts', { _id: '1' })
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE contacts/1'])
  })

  it('are sent with their numbers as numbers', async () => {
    storeFields({
      data: {
        members: {
          fee: { name: 'fee', type: 'float32', validation: [], label: '', group: '', inputType: 'money' },
          memberNumber: {
            name: 'memberNumber',
            type: 'int32',
            validation: [],
            label: '',
            group: '',
            inputType: 'number',
          },
        },
      },
      resources: {},
    })
    const { requests } = fakeServer(() => jsonResponse({ data: {} }))
    await api.modify('members', '1', { fee: '1.234,50', memberNumber: '037', name: '037' })
    expect(requests[0]?.body).toEqual({ fee: 1234.5, memberNumber: 37, name: '037' })
  })

  it('are validated with POST validate', async () => {
    const { requests } = fakeServer(() => jsonResponse({ errors: { nif: ['NIF inválido.'] } }))
    expect(await api.validate('members', { nif: '1' })).toEqual({ nif: ['NIF inválido.'] })
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST members/validate'])
  })
})

describe('creating', () => {
  const keyOf = (headers: Headers | undefined) => headers?.get('idempotency-key')

  it('reuses its idempotency key until there is an answer', async () => {
    let reachable = false
    const { requests } = fakeServer(() =>
      reachable
        ? jsonResponse({ data: { _id: '1' } }, 201)
        : Promise.reject(new TypeError('Failed to fetch')),
    )
    const create = () => api.create('members', { name: 'Ana' })
    await expect(create()).rejects.toMatchObject({ code: 'network' })
    reachable = true
    await create()
    await create()
    const keys = requests.map(({ headers }) => keyOf(headers))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('keeps its idempotency key across reloads, but stores no password', async () => {
    vi.resetModules()
    const before = await import('./client.ts')
    const { storeFields: remember } = await import('./record-body.ts')
    remember({ data: { users: { password: secretField } }, resources: {} })
    let reachable = false
    const { requests } = fakeServer(() =>
      reachable
        ? jsonResponse({ data: { _id: '1' } }, 201)
        : Promise.reject(new TypeError('Failed to fetch')),
    )
    await expect(before.api.create('members', { name: 'Ana' })).rejects.toThrow()
    await expect(before.api.act('members/1/change_state', { date: '2026-01-01' })).rejects.toThrow()
    await expect(before.api.create('users', { password: 'cavalo verde' })).rejects.toThrow()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('cavalo')
    vi.resetModules()
    const { api: now } = await import('./client.ts')
    reachable = true
    await now.create('members', { name: 'Ana' })
    await now.act('members/1/change_state', { date: '2026-01-01' })
    const [create, action, , ...again] = requests.map(({ headers }) => keyOf(headers))
    expect(create).toBeTruthy()
    expect(action).toBeTruthy()
    expect(again).toEqual([create, action])
    expect(sessionStorage.getItem('unsettledWrites')).toBe('[]')
  })

  it('below a parent goes to the nested path', async () => {
    const { requests } = fakeServer(() => jsonResponse({ data: { _id: '1' } }, 201))
    await api.create('contacts', { value: 'x', _k: 3 }, { parent: { resource: 'people', id: '7' } })
    expect(requests[0]?.path).toBe('people/7/contacts')
    expect(requests[0]?.body).toEqual({ value: 'x' })
  })
})

const secretField: FieldDescriptor = {
  name: 'password',
  type: 'string',
  validation: [],
  label: 'Palavra-passe',
  group: '',
  inputType: 'password',
}

// Playwright requires the first argument of a fixture to be a destructuring pattern, even an empty one.
/* oxlint-disable no-empty-pattern */
import {
  test as base,
  expect as playwrightExpect,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import { findAccountWithPassword } from '../server/auth/accounts.ts'
import { startSession } from '../server/auth/sessions.ts'
import { type Tokens, readToken, signToken } from '../server/auth/tokens.ts'
import { openDatabase } from '../server/database/open.ts'
import { withoutTransaction } from '../server/database/transaction.ts'
import { openKeys } from '../server/keys.ts'
import { testLog } from '../server/testing/test-log.ts'
import { startTestMailServer, type TestMailServer } from '../server/testing/test-mail-server.ts'
import { startServer, type RunningServer } from './start-server.ts'
import type { Database } from '../server/database/database.ts'

export type { Locator, Page } from '@playwright/test'

/**
 * `toHaveURL` also waits until the screen of the address is shown: navigation changes the address first, and the old screen
 * stays while the code of the next one loads.
 */
export const expect = playwrightExpect.extend({
  async toHaveURL(page: Page, url: string | RegExp | ((url: URL) => boolean)) {
    const expectation = playwrightExpect(page)
    const error = await (this.isNot ? expectation.not : expectation)
      .toHaveURL(url)
      .then(() => untilShown(page))
      .catch((failure: Error) => failure)
    return { pass: this.isNot !== (error === undefined), message: () => error?.message ?? '' }
  },
})

/** The accounts of the demonstration. */
export const logins = {
  admin: { name: 'Helena Matos', email: 'helena@exemplo.pt' },
  editor: { name: 'Rui Tavares', email: 'rui@exemplo.pt' },
  member: { name: '', email: 'socio@exemplo.pt' },
}
export const password = 'Demonstracao-2026'
export type Login = keyof typeof logins

export const loginPath = '/autorizacao/entrar'
/** Exists only until the organisation is set up. */
export const setupPath = '/configuracaoInicial'

/** Today in the organisation's time zone; in summer it differs from UTC for one hour after midnight. */
export function today(): string {
  return todayIn('Europe/Lisbon', new Date())
}

export const thisYear = Number(today().slice(0, 4))

/** Environment of a server with an empty organisation: no members, and only the administrator's account. */
export const ownOrganisation = {
  ADMIN_EMAIL: logins.admin.email,
  ADMIN_PASSWORD: password,
  ORG_NAME: 'Clube do Monte',
}

interface Fixtures {
  /** The account of the session in every page of the test; undefined for none. */
  as: Login | undefined
  server: RunningServer
  /** The server's database, for states that no screen can prepare or show. */
  database: Database
  problems: Problems
  /** The server's API, as the administrator; paths begin with `/api/`. */
  api: APIRequestContext
  /** Another device: a page with separate storage. */
  openPage: (as: Login | undefined, options?: BrowserContextOptions) => Promise<Page>
}

let running: RunningServer | undefined
let opened: Database | undefined

/** A test that fails if its pages log errors, except those announced with `problems.expect`. */
export const test = base.extend<Fixtures>({
  as: [undefined, { option: true }],
  server: async ({}, use) => use(theServer()),
  database: async ({}, use) => use(theDatabase()),
  // `undefined` in the hook that starts the server.
  baseURL: async ({}, use) => use(running?.url),
  contextOptions: async ({ contextOptions }, use) => use({ ...contextOptions, reducedMotion: 'reduce' }),
  problems: async ({}, use) => {
    const problems = new Problems()
    await use(problems)
    expect(problems.unexpected(), 'errors in the pages of the test').toEqual([])
  },
  api: async ({ playwright }, use) => {
    const { signing, account } = await signerFor('admin')
    // Some tests take longer than an access token of the application lives.
    const tokens = await startSession(signing, withoutTransaction(theDatabase()), account, {
      method: 'password',
    })
    const sid = (await readToken(signing, tokens.access, 'access'))?.sessionId
    const access = await signToken(signing, account, { use: 'access', ...(sid && { sid }) }, 86_400)
    const api = await playwright.request.newContext({
      baseURL: theServer().url,
      extraHTTPHeaders: { authorization: `Bearer ${access}` },
    })
    await use(api)
    await api.dispose()
  },
  context: async ({ context, as, problems }, use) => {
    problems.watch(context)
    if (as) await enter(context, as)
    await use(context)
  },
  openPage: async ({ browser, problems, contextOptions }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (as, options) => {
      const context = await openContext(browser, { ...contextOptions, ...options })
      contexts.push(context)
      problems.watch(context)
      if (as) await enter(context, as)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/**
 * Starts a server with its own database for the tests of the calling file: an empty one, or with `--demo` the
 * demonstration. `prepare` adds data.
 */
export function useServer(
  options: Parameters<typeof startServer>[0] = { args: ['--demo'] },
  prepare?: (database: Database) => Promise<void>,
): void {
  test.beforeAll(async () => {
    running = await startServer(options)
    opened = await openDatabase({ databaseUrl: running.databaseUrl, dataDir: '', log: testLog })
    await prepare?.(opened)
  })
  test.afterAll(async () => {
    await opened?.close()
    await running?.stop()
    opened = running = undefined
  })
}

/** Starts a server like `useServer`, and a mail server for it. Returns a function that returns the mail server. */
export function useServerWithMail(
  options: Parameters<typeof startServer>[0] = { env: ownOrganisation },
): () => TestMailServer {
  const env: Record<string, string> = { ...options.env }
  const started: { mail?: TestMailServer } = {}
  // Starts before the server, whose environment contains its address.
  test.beforeAll(async () => {
    started.mail = await startTestMailServer()
    env.SMTP_URL = started.mail.url
  })
  useServer({ ...options, env })
  test.afterAll(() => started.mail?.close())
  return () => {
    if (!started.mail) throw new Error('the mail server runs only during tests')
    return started.mail
  }
}

/** The link in a message that signs in. */
export function linkIn(message: string): string {
  return /http\S+\/autorizacao\/loginporlink\/\S+/.exec(message)?.[0] ?? ''
}

/** Reads a message; without a mail server, messages are files. */
export async function messageTo(dataDir: string, recipient: string): Promise<string> {
  const folder = join(dataDir, 'mensagens')
  let found: string | undefined
  await playwrightExpect
    .poll(async () => {
      const files = await readdir(folder).catch(() => [])
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
      found = texts.find((text) => text.startsWith(`Para: ${recipient}\n`))
      return found
    })
    .toBeDefined()
  return found ?? ''
}

/** Switches sending on or off, at a rate that does not delay tests. */
export async function switchSending(api: APIRequestContext, isOn: boolean): Promise<void> {
  for (const [name, value] of Object.entries({ SendMessages: String(isOn), messagesPerMinute: '6000' }))
    await answerOf(await api.patch(`/api/settings/${name}`, { data: { value } }))
}

/** Collects errors of pages: uncaught exceptions, console errors and warnings, failed requests. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = [
    // A visitor's first page checks whether the set-up is still open; 404 means that it is not.
    /status of 404 \(Not Found\) \S+\/api\/setup$/,
    // The page was left before its WebSocket was open.
    /WebSocket is closed before the connection is established/,
    // Tracing injects scripts into all frames, also into those without script execution.
    /Blocked script execution in 'about:srcdoc'/,
  ]

  /** Announces errors that the test provokes. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  unexpected(): string[] {
    return this.#seen.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  watch(context: BrowserContext): void {
    context.on('weberror', (error) =>
      this.#seen.push(`error: ${error.error().stack ?? error.error().message}`),
    )
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      this.#seen.push(`${message.type()}: ${message.text()} ${message.location().url}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      // A newer search, or leaving the page, aborts requests on purpose.
      if (reason !== 'net::ERR_ABORTED')
        this.#seen.push(`request: ${reason} ${request.method()} ${request.url()}`)
    })
  }
}

export interface Member {
  _id: string
  _version: number
  personId: string
  name: string
  memberNumber: number
  [field: string]: unknown
}

/** Creates a member admitted in January 2020, with the given fields. */
export async function addMember(
  api: APIRequestContext,
  fields: { name: string; [field: string]: unknown },
): Promise<Member> {
  const categories = await answerOf<{ _id: string }[]>(
    await api.get('/api/member_categories?_search=efetivo'),
  )
  const data = {
    categoryId: categories[0]?._id,
    admissionDate: '2020-01-15',
    birthDate: '1980-05-06',
    ...fields,
  }
  return answerOf<Member>(await api.post('/api/members', { data }))
}

/** The `data` of a successful response; fails the test otherwise. */
export async function answerOf<Data>(answer: APIResponse): Promise<Data> {
  const body = (await answer.json()) as { data: Data }
  expect(answer.ok(), JSON.stringify(body)).toBe(true)
  return body.data
}

/** Waits until the record of background work has the state. */
export async function untilState(api: APIRequestContext, path: string, state: string): Promise<void> {
  const stateOf = async () => (await answerOf<{ state: string }>(await api.get(path))).state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe(state)
}

/** Navigates within the application like a link; takes a third of the time of `page.goto`. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await untilShown(page)
}

/** Waits until the application shows the screen of the page's address. */
async function untilShown(page: Page): Promise<void> {
  const isShown = () => {
    const shown = document.querySelector<HTMLElement>('[data-at]')
    return shown?.dataset.at === location.pathname + location.search
  }
  await page.waitForFunction(isShown, undefined, { timeout: 30_000 })
}

/** Signs in through the form. */
export async function signIn(page: Page, login: Login, word = password): Promise<void> {
  await page.getByLabel('Email').fill(logins[login].email)
  await page.getByLabel('Palavra-passe', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** A value of `localStorage`. Retries while the page navigates, when evaluating fails. */
export async function stored(page: Page, key: string): Promise<string | null> {
  let value: string | null = null
  await expect(async () => {
    value = await page.evaluate((name) => localStorage.getItem(name), key)
  }).toPass()
  return value
}

/** The account of the page's session, read from its token. */
export async function sessionOf(page: Page): Promise<{ id: string; name: string }> {
  const token = (await stored(page, 'authentication')) ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    CustomUserInfo: { ID: string; Name: string }
  }
  return { id: claims.CustomUserInfo.ID, name: claims.CustomUserInfo.Name }
}

/** Tokens of a new session, by signing in with the password through the API. */
export async function tokensOf(request: APIRequestContext, login: Login): Promise<Tokens> {
  const answer = await request.post(`${theServer().url}/api/auth`, {
    data: { email: logins[login].email, password },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Tokens
}

/** Tokens of a session that begins at `began` (milliseconds since the epoch), issued without the API. */
export async function beginSession(login: Login, began = Date.now()): Promise<Tokens> {
  const { signing, account } = await signerFor(login, began)
  return startSession(signing, withoutTransaction(theDatabase()), account, { method: 'password' })
}

/** What signing tokens of an account needs. */
async function signerFor(login: Login, now = Date.now()) {
  const database = theDatabase()
  const account = await findAccountWithPassword(database.pool, { email: logins[login].email })
  if (!account) throw new Error(`no account for ${login}`)
  return { signing: { keys: await openKeys(database, {}), clock: () => new Date(now) }, account }
}

/**
 * Stores a session before the first page of the context loads; a cookie keeps later pages from repeating it.
 * `storageState` would open an additional page, which takes longer than many tests.
 */
async function enter(context: BrowserContext, login: Login): Promise<void> {
  const session = { origin: theServer().url, tokens: await beginSession(login) }
  await context.addInitScript(({ origin, tokens }: typeof session) => {
    if (location.origin !== origin || document.cookie.includes('entered')) return
    document.cookie = 'entered=once'
    localStorage.setItem('authentication', tokens.access)
    localStorage.setItem('refreshToken', tokens.refresh)
  }, session)
}

function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: theServer().url,
    locale: 'pt-PT',
    timezoneId: 'Europe/Lisbon',
    ...options,
  })
}

function theServer(): RunningServer {
  if (!running) throw new Error('the file says useServer() first')
  return running
}

function theDatabase(): Database {
  if (!opened) throw new Error('the file says useServer() first')
  return opened
}

// Playwright reads what a fixture needs from the pattern of its first argument, an empty one too.
/* oxlint-disable no-empty-pattern */
import {
  test as base,
  expect,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type JSHandle,
  type Page,
} from '@playwright/test'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import axe from 'axe-core'
import { findAccountWithPassword } from '../server/auth/accounts.ts'
import { type Tokens, issueTokens } from '../server/auth/tokens.ts'
import { openDatabase, type Database } from '../server/database/open.ts'
import { createSecrets } from '../server/secrets.ts'
import { testLog } from '../server/testing/test-log.ts'
import { startServer, type RunningServer } from './start-server.ts'

export { expect, type Locator, type Page } from '@playwright/test'

/** Who can enter the demonstration. */
export const logins = {
  admin: { name: 'Helena Matos', email: 'helena@exemplo.pt' },
  editor: { name: 'Rui Tavares', email: 'rui@exemplo.pt' },
  member: { name: '', email: 'socio@exemplo.pt' },
}
export const password = 'Demonstracao-2026'
export type Login = keyof typeof logins

/** The day it is where the organisation is, which for an hour of each summer's night is not that of UTC. */
export function today(): string {
  return todayIn('Europe/Lisbon', new Date())
}

/** The year it is there. */
export const thisYear = Number(today().slice(0, 4))

/** Environment of a server that begins with an organisation of its own, without members; only the administrator enters. */
export const ownOrganisation = {
  ADMIN_EMAIL: logins.admin.email,
  ADMIN_PASSWORD: password,
  ORG_NAME: 'Clube do Monte',
}

interface Fixtures {
  /** Whose session every page of the test begins with; nobody's when absent. */
  as: Login | undefined
  server: RunningServer
  /** The server's database, for what no screen can prepare or show. */
  database: Database
  problems: Problems
  /** The server's API, as the administrator; paths begin with `/api/`. */
  api: APIRequestContext
  /** Another device: a page with storage of its own. */
  openPage: (as: Login | undefined, options?: BrowserContextOptions) => Promise<Page>
}

let running: RunningServer | undefined
let opened: Database | undefined

/** The test of a file whose pages fail on errors that it did not announce. */
export const test = base.extend<Fixtures>({
  as: [undefined, { option: true }],
  server: async ({}, use) => use(theServer()),
  database: async ({}, use) => use(theDatabase()),
  // The hook that starts the server is given these too, before there is one.
  baseURL: async ({}, use) => use(running?.url),
  contextOptions: async ({ contextOptions }, use) => use({ ...contextOptions, reducedMotion: 'reduce' }),
  problems: async ({}, use) => {
    const problems = new Problems()
    await use(problems)
    expect(problems.unexpected(), 'what the pages of the test complained about').toEqual([])
  },
  api: async ({ playwright }, use) => {
    const { access } = await beginSession('admin')
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
 * Gives the tests of the file that calls it a server of their own, on a database of its own: an empty one, or the
 * demonstration with `--demo`. `prepare` fills it further.
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

/** What a page complained about: errors of its own code, of the console, and requests that failed. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = [
    // A visitor's first page asks whether there is an organisation; this is the answer that there is.
    /status of 404 \(Not Found\) \S+\/api\/setup$/,
    // Somebody left before the page was in touch.
    /WebSocket is closed before the connection is established/,
    // The recording of a test reaches into every frame, and into those in which nothing runs.
    /Blocked script execution in 'about:srcdoc'/,
  ]

  /** Announces what the test provokes. */
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
      // A newer search aborts the older one, and so does leaving the page.
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

/** Somebody who joined in January 2020, with what matters to the test. */
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

/** What the server answered, which was no refusal. */
export async function answerOf<Data>(answer: APIResponse): Promise<Data> {
  const body = (await answer.json()) as { data: Data }
  expect(answer.ok(), JSON.stringify(body)).toBe(true)
  return body.data
}

interface ObstacleOptions {
  rules?: string[]
  without?: string[]
  /** Elements of the page; rules about a page as a whole do not apply to them. */
  within?: JSHandle<Element[]>
}

/** What axe finds on the page or in parts of it, by all its rules or by some: nothing, or what and where. */
export async function obstaclesOf(
  page: Page,
  { rules, without = [], within }: ObstacleOptions = {},
): Promise<string[]> {
  await page.evaluate(ended)
  // A page that is still the same has it already, and what stands around its screens was looked at.
  const isSame = await page.evaluate(() => 'axe' in window)
  if (!isSame) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    // Frames are the editor's own pictures of messages; and nobody reads what passed.
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  }
  const around =
    isSame && !within
      ? ['aside[aria-label="Menu"]', 'header:not(main header)', 'footer:not(main footer)']
      : []
  // Of a long list, the rows are alike.
  const exclude = ['[aria-rowindex]:nth-child(n + 6)', ...around]
  const violations = await page.evaluate(
    async ([included, excluded, given]) => {
      const context = { ...(included && { include: included as Node[] }), exclude: excluded }
      return (await (window as unknown as { axe: typeof axe }).axe.run(context, given)).violations
    },
    [within, exclude, options] as const,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary ?? ''}`,
    ),
  )
}

/** The rules whose answer depends on colours. */
export const inColour = ['color-contrast', 'link-in-text-block']

/** Waits for what moves or fades, but for what does so for ever. */
export async function ended(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
  await Promise.allSettled(passing.map((animation) => animation.finished))
}

/** Nothing on the page is in the way of those who do not see it, or not well, in the light or in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(await obstaclesOf(page), 'in the light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await obstaclesOf(page, { rules: inColour }), 'in the dark').toEqual([])
}

/**
 * Goes where a link of the page would lead, for what comes after the first screen of a test: it takes a third of what
 * loading everything again does.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    const state = { usr: null, key: Math.random().toString(36).slice(2), idx: idx + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  const isDrawn = () =>
    page.evaluate(() => {
      const drawn = document.querySelector<HTMLElement>('[data-at]')
      return drawn?.dataset.at === location.pathname + location.search
    })
  await expect.poll(isDrawn, { message: `the screen of ${path}`, intervals: [20] }).toBe(true)
}

/** Enters by the form, as people do. */
export async function signIn(page: Page, login: Login, word = password): Promise<void> {
  await page.getByLabel('Email').fill(logins[login].email)
  await page.getByLabel('Palavra-passe', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** What the browser keeps. A page that is just being left answers nobody: the one that follows it is asked. */
export async function stored(page: Page, key: string): Promise<string | null> {
  let value: string | null = null
  await expect(async () => {
    value = await page.evaluate((name) => localStorage.getItem(name), key)
  }).toPass()
  return value
}

/** Who the page's session is, from its token. */
export async function sessionOf(page: Page): Promise<{ id: string; name: string }> {
  const token = (await stored(page, 'authentication')) ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    CustomUserInfo: { ID: string; Name: string }
  }
  return { id: claims.CustomUserInfo.ID, name: claims.CustomUserInfo.Name }
}

/** A fresh session, without a page, of somebody who entered with the password. */
export async function tokensOf(request: APIRequestContext, login: Login): Promise<Tokens> {
  const answer = await request.post(`${theServer().url}/api/auth`, {
    data: { email: logins[login].email, password },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Tokens
}

/** A session that begins now, or began at another moment. */
export async function beginSession(login: Login, began = Date.now()): Promise<Tokens> {
  const { pool } = theDatabase()
  const account = await findAccountWithPassword(pool, { email: logins[login].email })
  if (!account) throw new Error(`nobody enters as ${login}`)
  const signing = { secret: createSecrets(pool), clock: () => new Date(began) }
  return issueTokens(signing, pool, account)
}

/**
 * The first page of the context finds a session, as if somebody had entered before; later ones find what the first left.
 * `storageState` would do the same with a page of its own, which takes longer than many tests.
 */
async function enter(context: BrowserContext, login: Login): Promise<void> {
  const given = { origin: theServer().url, tokens: await beginSession(login) }
  await context.addInitScript(({ origin, tokens }: typeof given) => {
    if (location.origin !== origin || document.cookie.includes('entered')) return
    document.cookie = 'entered=once'
    localStorage.setItem('authentication', tokens.access)
    localStorage.setItem('refreshToken', tokens.refresh)
  }, given)
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

import type { consents } from '@agremia/resources/definitions/consents.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@agremia/resources/coerce.ts'
import { consentChannels, isOptionalPurpose } from '@agremia/resources/definitions/consents.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { v7 as newId } from 'uuid'
import { execute, maybeOne, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { refuseErased } from '../erased.ts'
import { invalid } from '../errors.ts'
import { useFile } from '../record-files/index.ts'
import { Media, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { HookContext, Hooks, World } from '../rest/modules.ts'
import { escapeHtml } from './safe-html.ts'
import { cancelSilencedMessages } from './cancel-silenced.ts'

/** For members the method is `memberArea` and the evidence the IP address; staff record method, evidence and date themselves. */
export const consentHooks: Hooks<typeof consents> = {
  async validate({ caller, values, merged, world }) {
    const errors: Record<string, string[]> = {}
    if (caller.role === 'member' && !isOptionalPurpose(merged.purpose))
      errors['purpose'] = ['Só a secretaria pode registar esta finalidade.']
    if (typeof values.at === 'string' && new Date(values.at) > world.clock())
      errors['at'] = ['É uma data futura: indique quando foi dado ou retirado.']
    const { channel, purpose } = merged
    if (channel != null && !consentChannels(purpose).some((known) => known === channel))
      errors['channel'] = ['Esta finalidade não é por este canal: deixe-o vazio.']
    return { errors }
  },

  async beforeSave(context) {
    const { db, world, caller, address, values, merged, set, isOfThePast } = context
    await refuseErased(db, merged.personId)
    if (values.at == null) set({ at: world.clock().toISOString() })
    if (caller.role === 'member') {
      set({ method: 'memberArea', evidence: address })
    }
    // Of the past: nobody knows which text the person read.
    if (merged.textVersion == null && merged.status !== 'withdrawn' && !isOfThePast)
      set({ textVersion: await currentTextVersion(context) })
  },

  async afterSave(context) {
    await keepDocument(context)
    await cancelSilencedMessages(context, context.merged.personId)
  },
}

/** Makes the scanned proof a file of the person's latest membership. Throws 422 when there is none, or the file is of another record. */
async function keepDocument({ db, changes, values, merged }: HookContext<typeof consents>): Promise<void> {
  const id = values.documentId
  if (typeof id !== 'string') return
  const member = await maybeOne(
    db,
    sql`SELECT id FROM members WHERE person_id = ${merged.personId} ORDER BY admission_date DESC, id LIMIT 1`,
    { id: 'uuid' },
  )
  if (!member || !(await useFile({ db, changes }, id, member.id, 'consent')))
    throw invalid({ documentId: ['Este ficheiro não existe, ou é de outro registo: junte-o outra vez.'] })
}

/** The current version of the purpose's text, such as `newsletter 3`; null when there is no text. */
async function currentTextVersion({ db, merged }: HookContext<typeof consents>): Promise<string | null> {
  const name = merged.purpose === 'minor' ? 'guardianConsent' : merged.purpose
  const text = await maybeOne(
    db,
    sql`SELECT text_version FROM member_application_texts WHERE name = ${name}`,
    { text_version: 'integer' },
  )
  return text ? `${String(name)} ${text.text_version}` : null
}

type Subscription = 'newsletter' | 'sms'

/** The URL by which a person unsubscribes from news without signing in. */
export function unsubscribeUrl(world: World, personId: string, purpose: Subscription): string {
  const payload = `${purpose}.${personId}`
  return `${world.config.publicUrl}/api/unsubscribe/${payload}.${signature(world.keys.signing('unsubscribe'), payload)}`
}

const unsubscribePage = {
  tag: 'Consentimentos',
  params: { token: 'text' },
  answers: { 200: new Media({ 'text/html': { type: 'string' } }) },
} as const
const unsubscribeApis: [ask: Api, unsubscribe: Api] = [
  { ...unsubscribePage, name: 'askToUnsubscribe', summary: 'Ler a página para deixar de receber divulgação' },
  {
    ...unsubscribePage,
    name: 'unsubscribe',
    summary: 'Deixar de receber divulgação',
    body: new Media({ 'application/x-www-form-urlencoded': { type: 'object' } }),
  },
]

/**
 * `GET` and `POST /unsubscribe/:token`. The answer is the same for every token, so that it reveals nothing. `GET` changes nothing,
 * because mail scanners follow every link: its page has a button that posts, as mail programs do for one-click unsubscribe
 * (RFC 8058).
 */
export function registerUnsubscribe(app: FastifyInstance, world: World): void {
  const answer = async (reply: FastifyReply, body: string) => {
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return page(await world.organisation.setting('name'), body)
  }
  // Mail programs post `List-Unsubscribe=One-Click` as a form.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, _body, done) => done(null, {}),
  )
  const [ask, unsubscribe] = unsubscribeApis
  app.get('/unsubscribe/:token', openRoute(ask), (_request, reply) => answer(reply, question))
  const options = openRoute(unsubscribe)
  app.post<{ Params: { token: string } }>('/unsubscribe/:token', options, async (request, reply) => {
    const token = readToken(world, request.params.token)
    if (token) await withdraw(world, token)
    return answer(reply, done)
  })
}

interface Token {
  purpose: Subscription
  personId: string
}

function readToken(world: World, token: string): Token | undefined {
  const [purpose = '', personId = '', receivedSignature = ''] = token.split('.')
  if ((purpose !== 'newsletter' && purpose !== 'sms') || !isId(personId)) return undefined
  const received = Buffer.from(receivedSignature)
  const isSigned = world.keys.verifying('unsubscribe').some((key) => {
    const expected = Buffer.from(signature(key, `${purpose}.${personId}`))
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return isSigned ? { purpose, personId } : undefined
}

function signature(secret: Buffer, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url').slice(0, 32)
}

/** Stores the withdrawal of the consent. Locks the person: two concurrent requests would store it twice. */
async function withdraw(world: World, { purpose, personId }: Token): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    // A statement of its own: one that waits for the lock does not see what the other stored.
    await execute(tx, sql`SELECT FROM people WHERE id = ${personId} FOR NO KEY UPDATE`)
    const withdrawn = await maybeOne(
      tx,
      sql`INSERT INTO consents (id, person_id, purpose, status, at, method)
             SELECT ${newId()}, id, ${purpose}, 'withdrawn', ${world.clock()}, 'link' FROM people
             WHERE id = ${personId} AND (SELECT status FROM consents WHERE person_id = ${personId} AND purpose = ${purpose} ORDER BY at DESC, id DESC LIMIT 1)
               IS DISTINCT FROM 'withdrawn' RETURNING id`,
      { id: 'uuid' },
    )
    if (withdrawn)
      await notifyChanges(tx, [{ resource: 'consents', action: 'created', id: withdrawn.id, version: 1 }])
  })
}

const question = `<p>Deixar de receber divulgação por este meio?</p>
<form method="post"><button style="font: inherit; padding: 0.5rem 1rem">Deixar de receber</button></form>`
const done = `<p>Está feito: não receberá mais divulgação por este meio.</p>
<p>Continua a receber as mensagens de serviço, como convocatórias e avisos de pagamento. Se foi engano, fale com a secretaria.</p>`

function page(name: string, body: string): string {
  const title = escapeHtml(name)
  return `<!doctype html>
<html lang="pt-PT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Deixar de receber – ${title}</title>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`
}

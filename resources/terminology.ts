import { capitalise } from './letter-case.ts'
import { oneOf } from './json-shape.ts'
import { foldText } from './rules/fold.ts'
import { type Article, withPreposition } from './rules/organisation-name.ts'

/** The organisation's words for members and their payments, which labels, titles and routes use. */
export interface Terminology {
  /** Name of the organisation. */
  name: string
  /** Article before the name; inferred from the name when absent. */
  article?: Article
  memberSingular: string
  memberPlural: string
  /** Path segments: lower case, no accents, no spaces. */
  memberURLSingular: string
  memberURLPlural: string
  /** Capitalised plural, a feminine noun: `Quotas`. */
  membershipPayments: string
  membershipPaymentsURL: string
  /** Grammatical gender of the words for members; `both` writes `sócio(a)`. */
  memberGender: MemberGender
  /** Id of the logo's file, served at `/api/organisation_logo/{id}`. */
  logo?: string
  /** The organisation's own colour, `#RRGGBB`. */
  colour?: string
  /** URL of the organisation's website. */
  website?: string
}

/** `Terminology`, for answers. */
export const terminologyShape = {
  name: 'text',
  'article?': 'text',
  memberSingular: 'text',
  memberPlural: 'text',
  memberURLSingular: 'text',
  memberURLPlural: 'text',
  membershipPayments: 'text',
  membershipPaymentsURL: 'text',
  memberGender: oneOf(['m', 'f', 'both']),
  'logo?': 'uuid',
  'colour?': 'text',
  'website?': 'text',
} as const

export type MemberGender = 'm' | 'f' | 'both'
export type TerminologyId = (typeof terminologyPresets)[number]['id']

interface Words {
  singular: string
  plural: string
}

export interface TerminologyPreset {
  id: string
  label: string
  /** Type of organisation that usually uses these words. */
  orgType: 'association' | 'cooperative'
  /** Gender proposed at set-up. */
  gender: MemberGender
  memberSingular: string
  memberPlural: string
  /** Feminine words; absent when the noun has one gender, such as `membro`. */
  feminine?: Words
  /** Words that name both genders. */
  both?: Words
  membershipPayments: string
  membershipPaymentsURL: string
}

const quotas = { membershipPayments: 'Quotas', membershipPaymentsURL: 'quotas' }
const contributions = { membershipPayments: 'Contribuições', membershipPaymentsURL: 'contribuicoes' }
const fellow = {
  memberSingular: 'sócio',
  memberPlural: 'sócios',
  feminine: { singular: 'sócia', plural: 'sócias' },
  both: { singular: 'sócio(a)', plural: 'sócios(as)' },
}
const associate = {
  memberSingular: 'associado',
  memberPlural: 'associados',
  feminine: { singular: 'associada', plural: 'associadas' },
  both: { singular: 'associado(a)', plural: 'associados(as)' },
}

/** Vocabularies of common kinds of organisation, in the order in which set-up lists them. */
export const terminologyPresets = [
  { id: 'club', label: 'Clube ou coletividade', orgType: 'association', gender: 'm', ...fellow, ...quotas },
  { id: 'association', label: 'Associação', orgType: 'association', gender: 'm', ...associate, ...quotas },
  {
    id: 'cooperative',
    label: 'Cooperativa (cooperadores)',
    orgType: 'cooperative',
    gender: 'm',
    memberSingular: 'cooperador',
    memberPlural: 'cooperadores',
    feminine: { singular: 'cooperadora', plural: 'cooperadoras' },
    both: { singular: 'cooperador(a)', plural: 'cooperadores(as)' },
    ...quotas,
  },
  {
    id: 'cooperativeUsage',
    label: 'Cooperativa (cooperantes)',
    orgType: 'cooperative',
    gender: 'm',
    memberSingular: 'cooperante',
    memberPlural: 'cooperantes',
    feminine: { singular: 'cooperante', plural: 'cooperantes' },
    both: { singular: 'cooperante', plural: 'cooperantes' },
    ...contributions,
  },
  {
    id: 'brotherhood',
    label: 'Misericórdia ou irmandade',
    orgType: 'association',
    gender: 'm',
    memberSingular: 'irmão',
    memberPlural: 'irmãos',
    feminine: { singular: 'irmã', plural: 'irmãs' },
    both: { singular: 'irmão(ã)', plural: 'irmãos(ãs)' },
    ...quotas,
  },
  { id: 'mutual', label: 'Mutualidade', orgType: 'association', gender: 'm', ...associate, ...quotas },
  {
    id: 'union',
    label: 'Sindicato',
    orgType: 'association',
    gender: 'm',
    ...fellow,
    membershipPayments: 'Quotizações',
    membershipPaymentsURL: 'quotizacoes',
  },
  {
    id: 'network',
    label: 'Ordem, rede ou movimento',
    orgType: 'association',
    gender: 'm',
    memberSingular: 'membro',
    memberPlural: 'membros',
    ...contributions,
  },
  {
    id: 'party',
    label: 'Partido',
    orgType: 'association',
    gender: 'm',
    memberSingular: 'militante',
    memberPlural: 'militantes',
    feminine: { singular: 'militante', plural: 'militantes' },
    both: { singular: 'militante', plural: 'militantes' },
    ...quotas,
  },
  {
    id: 'parents',
    label: 'Associação de pais',
    orgType: 'association',
    gender: 'm',
    ...associate,
    ...quotas,
  },
] as const satisfies readonly TerminologyPreset[]

/** Returns the preset with an id; undefined when there is none. */
export function findTerminologyPreset(id: string): TerminologyPreset | undefined {
  return terminologyPresets.find((preset) => preset.id === id)
}

/**
 * Returns the terminology of a new organisation. `gender` defaults to the preset's; nouns with one gender keep it. Throws
 * RangeError for an unknown preset.
 */
export function terminologyOf(
  preset: TerminologyPreset | TerminologyId,
  { name, gender }: { name: string; gender?: MemberGender },
): Terminology {
  const source = typeof preset === 'string' ? findTerminologyPreset(preset) : preset
  if (!source) throw new RangeError(`unknown terminology: ${String(preset)}`)
  const masculine = { singular: source.memberSingular, plural: source.memberPlural }
  const requested = gender ?? source.gender
  const words = { m: masculine, f: source.feminine, both: source.both }[requested]
  const { singular, plural } = words ?? masculine
  return {
    name,
    memberSingular: singular,
    memberPlural: plural,
    memberURLSingular: toUrlForm(singular),
    memberURLPlural: toUrlForm(plural),
    membershipPayments: source.membershipPayments,
    membershipPaymentsURL: source.membershipPaymentsURL,
    memberGender: words ? requested : 'm',
  }
}

/** Converts a word to a path segment: lower case, without accents, spaces and alternatives; `Sócios(as)` → `socios`. */
export function toUrlForm(word: string): string {
  return foldText(word.replace(/\(.*?\)/g, '')).replaceAll(' ', '')
}

/** Returns the label of the member number on documents: `Sócio n.º`. */
export function memberNumberLabel(terminology: Terminology): string {
  return fillTerms('{MemberSingular} n.º', terminology)
}

/**
 * Fills a template with the organisation's terminology. Braces contain one of:
 * - a term: `{memberSingular}`, `{memberPlural}`, `{membershipPayment}`, `{membershipPayments}`, `{name}`, the name with a
 *   preposition (`{deOrganizacao}` → do Clube…, `{emOrganizacao}`, `{aOrganizacao}`) or a URL form; a capital first letter
 *   capitalises it (`{MemberPlural}`);
 * - a masculine word that agrees with the member: `{o}` → o, a or o(a); `{novo}` → novo, nova or novo(a); also
 *   `{do}`, `{ao}`, `{um}`, `{este}`, `{todos}`, and any word in -o, -os, -or, -ores, -ês; `{O}` and `{Novo}` keep the capital;
 * - both forms, when no rule derives them: `{cidadão|cidadã}`.
 * Leaves double braces unchanged. Throws Error for other content. Templates are parsed once and cached.
 */
export function fillTerms(template: string, terminology: Terminology): string {
  if (!template.includes('{')) return template
  let pieces = parsedTemplates.get(template)
  if (!pieces) {
    pieces = parseTemplate(template)
    if (parsedTemplates.size >= maxParsedTemplates) parsedTemplates.clear()
    parsedTemplates.set(template, pieces)
  }
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(terminology)
  return text
}

type Piece = string | ((terminology: Terminology) => string)

const parsedTemplates = new Map<string, Piece[]>()
// Templates come from code, so they are few; the limit bounds the cache if dynamic texts are passed by mistake.
const maxParsedTemplates = 5000

const terms = new Map<string, (words: Terminology) => string>([
  ['name', (words) => words.name],
  ['deOrganizacao', (words) => withPreposition('de', words)],
  ['emOrganizacao', (words) => withPreposition('em', words)],
  ['aOrganizacao', (words) => withPreposition('a', words)],
  ['memberSingular', (words) => words.memberSingular],
  ['memberPlural', (words) => words.memberPlural],
  ['memberURLSingular', (words) => words.memberURLSingular],
  ['memberURLPlural', (words) => words.memberURLPlural],
  ['membershipPayment', (words) => singularOf(words.membershipPayments.toLowerCase())],
  ['membershipPayments', (words) => words.membershipPayments.toLowerCase()],
  ['membershipPaymentsURL', (words) => words.membershipPaymentsURL],
])

/** Feminine and combined forms of words that do not follow the rules for endings. */
const irregular = new Map<string, [feminine: string, both: string]>([
  ['ao', ['à', 'ao(à)']],
  ['aos', ['às', 'aos(às)']],
  ['um', ['uma', 'um(a)']],
  ['uns', ['umas', 'uns(umas)']],
  ['algum', ['alguma', 'algum(a)']],
  ['alguns', ['algumas', 'alguns(mas)']],
  ['nenhum', ['nenhuma', 'nenhum(a)']],
  ['este', ['esta', 'este(a)']],
  ['estes', ['estas', 'estes(as)']],
  ['esse', ['essa', 'esse(a)']],
  ['esses', ['essas', 'esses(as)']],
  ['deste', ['desta', 'deste(a)']],
  ['destes', ['destas', 'destes(as)']],
  ['neste', ['nesta', 'neste(a)']],
  ['nestes', ['nestas', 'nestes(as)']],
  ['ele', ['ela', 'ele(a)']],
  ['eles', ['elas', 'eles(as)']],
  ['dele', ['dela', 'dele(a)']],
  ['deles', ['delas', 'deles(as)']],
  ['bom', ['boa', 'bom/boa']],
  ['bons', ['boas', 'bons/boas']],
  ['dois', ['duas', 'dois/duas']],
])

function parseTemplate(template: string): Piece[] {
  return template.split(/((?<!\{)\{[^{}]+\}(?!\}))/).flatMap((part, index): Piece[] => {
    if (index % 2 === 1) return [parsePiece(part.slice(1, -1))]
    return part === '' ? [] : [part]
  })
}

function parsePiece(text: string): Piece {
  const lower = text.charAt(0).toLowerCase() + text.slice(1)
  const hasCapital = text !== lower
  const term = terms.get(lower)
  if (term) return hasCapital ? (terminology) => capitalise(term(terminology)) : term
  const [masculine, feminine, both] = agreeingForms(lower)
  const forms: Record<MemberGender, string> = { m: masculine, f: feminine, both }
  return hasCapital
    ? (terminology) => capitalise(forms[terminology.memberGender])
    : (terminology) => forms[terminology.memberGender]
}

function agreeingForms(text: string): [masculine: string, feminine: string, both: string] {
  const alternatives = /^([^|]+)\|([^|]+)$/.exec(text)
  if (alternatives) return [alternatives[1]!, alternatives[2]!, `${alternatives[1]}/${alternatives[2]}`]
  const irregularForms = irregular.get(text)
  if (irregularForms) return [text, ...irregularForms]
  if (/^(\p{Ll}*[^ã\P{Ll}])?o$/u.test(text)) return [text, text.replace(/o$/, 'a'), `${text}(a)`]
  if (/^(\p{Ll}*[^ã\P{Ll}])?os$/u.test(text)) return [text, text.replace(/os$/, 'as'), `${text}(as)`]
  if (/^\p{Ll}+or$/u.test(text)) return [text, `${text}a`, `${text}(a)`]
  if (/^\p{Ll}+ores$/u.test(text)) return [text, text.replace(/es$/, 'as'), `${text}(as)`]
  if (/^\p{Ll}+ês$/u.test(text)) return [text, text.replace(/ês$/, 'esa'), `${text}(esa)`]
  throw new Error(`no such term, nor a word that agrees: {${text}}`)
}

function singularOf(plural: string): string {
  if (/(ões|ães)$/.test(plural)) return plural.replace(/(ões|ães)$/, 'ão')
  return plural.replace(/(?<=[rz])es$|s$/, '')
}

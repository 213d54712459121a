import { countryCodes as allCodes, listCountries } from '@agremia/resources/countries.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isDate, monthNames, parseDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { lazy } from '@agremia/resources/rules/once.ts'
import { phone as phoneRule, phoneKind } from '@agremia/resources/rules/phone.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { serialDate } from '../read/cell-values.ts'
import { valueSynonyms } from './synonyms.ts'

/** The value of a cell in the form of a request, or why it is none. */
export type ReadValue = { value: unknown } | { problem: string }

/** Texts that people write for nothing: dashes, question marks, dates of zeros. */
export function isBlank(text: string): boolean {
  return (
    text === '' ||
    /^[-–—_.?/\s]+$/.test(text) ||
    /^0{1,4}[-/.]0{1,2}[-/.]0{1,4}$/.test(text) ||
    /^(n\/?a|unspecified)$/i.test(text)
  )
}

/** What reading cells needs besides them. */
export interface ReadingContext {
  today: string
  startsIn1904: boolean
  /** Ids of the records of small lists, by resource and folded title. */
  known: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Label of a field, and of the records that it refers to. */
  labelOf(field: Field): string
  optionLabel(label: string): string
}

/** Other programs write these for an open end date, and for an unknown one. */
const noDays = new Set(['9999-12-31', '1901-01-01'])

/** Reads a cell for a field. Text that needs no translation stays as it is: saving coerces and checks it. */
export function readValue(field: Field, text: string, context: ReadingContext): ReadValue {
  if (field.options) return readOption(field, text, context)
  if (field.reference) return readReference(field, text, context)
  if (field.column === 'boolean') return readBoolean(text)
  if (field.column === 'list')
    return {
      value: text
        .split(/[;,|\n]/)
        .map((one) => one.trim())
        .filter(Boolean),
    }
  if (field.column === 'date') {
    const day = readDate(text, context.today, context.startsIn1904) ?? text
    return { value: noDays.has(day) ? null : day }
  }
  // Dolibarr writes eight decimals.
  if (field.column === 'cents') return { value: text.replace(/([.,]\d\d)0{4,}$/, '$1') }
  if (field.rules.includes('country')) return { value: readCountry(text) }
  if (field.column === 'integer')
    return { value: text.replace(/^(n\.?\s?[ºo°]?\s*)(?=\d)/i, '').replace(/,0+$/, '') }
  return { value: text }
}

/** The code of an option by its label, its code or a synonym. */
function readOption(field: Field, text: string, { optionLabel, labelOf }: ReadingContext): ReadValue {
  const options = field.options ?? []
  const find = (given: string) => {
    const folded = foldText(given)
    const synonym = valueSynonyms[folded]
    return options.find(
      ({ value, label }) =>
        value === given ||
        foldText(value) === folded ||
        foldText(optionLabel(label)) === folded ||
        !!synonym?.includes(value),
    )?.value
  }
  if (field.column === 'list') {
    const values = text
      .split(/[;,|\n/]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .map(find)
    if (values.every((value) => value !== undefined)) return { value: values }
  } else {
    const value = find(text)
    if (value !== undefined) return { value }
  }
  const labels = options.map(({ label }) => `«${optionLabel(label)}»`)
  const choices = labels.length <= 8 ? ` Pode ser ${joinList(labels, 'ou')}.` : ''
  return { problem: `«${text.slice(0, 60)}» não é um valor de «${labelOf(field)}».${choices}` }
}

function readReference(field: Field, text: string, { known, labelOf }: ReadingContext): ReadValue {
  const records = known.get(field.reference!)
  // Of long lists the kind looks for the record itself.
  if (!records) return { value: text }
  const id = records.get(foldText(text))
  if (id !== undefined) return { value: id }
  return {
    problem: `Não há «${text.slice(0, 60)}» em «${labelOf(field)}»: crie-o nas configurações, ou corrija a célula.`,
  }
}

/** Whether a text says yes. */
export function readYes(text: string): boolean {
  return /^(x|s|sim|v|verdadeiro|true|1|yes|oui|ja|si)$/i.test(text) || /^[✓✔☑]$/.test(text)
}

/** Whether a text says no. */
export function readNo(text: string): boolean {
  return /^(n|nao|f|falso|false|0|no|non|nein)$/.test(foldText(text))
}

function readBoolean(text: string): ReadValue {
  if (readYes(text)) return { value: true }
  if (readNo(text)) return { value: false }
  return { problem: `«${text.slice(0, 60)}» não é sim nem não.` }
}

const written = new RegExp(
  `^(\\d{1,2})[ºo.]? (?:de )?(${monthNames.map(foldText).join('|')}) (?:de )?(\\d{4})$`,
)
const shortMonths = monthNames.map((name) => foldText(name).slice(0, 3))

/**
 * The day of a cell: as people type it, in words (`3 de maio de 2020`), with an abbreviated month (`3-mai-20`), with a time, or as a serial
 * number. Undefined for other texts.
 */
export function readDate(text: string, today: string, startsIn1904 = false): string | undefined {
  const plain = text.trim().replace(/[T\s]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/, '')
  if (isDate(plain)) return plain
  if (/^\d{5}(,\d+)?$/.test(plain)) return serialDate(Number(plain.replace(',', '.')), { startsIn1904 })
  const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(plain)
  if (yearFirst) return dateOf(yearFirst[1]!, Number(yearFirst[2]), yearFirst[3]!)
  const words = written.exec(foldText(plain))
  if (words) return dateOf(words[3]!, monthNames.map(foldText).indexOf(words[2]!) + 1, words[1]!)
  const short = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*\.?[-/. ](\d{2,4})$/i.exec(foldText(plain))
  const month = short ? shortMonths.indexOf(short[2]!) + 1 : 0
  const numeric = short && month > 0 ? `${short[1]}/${month}/${short[3]}` : plain
  return parseDate(numeric, { today })
}

function dateOf(year: string, month: number, day: string): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

const countryCodes = lazy(() => {
  // Portuguese last: the same name may be that of another country elsewhere.
  const codes = new Map<string, string>()
  for (const language of ['es', 'en', 'de', 'fr']) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of allCodes) codes.set(foldText(names.of(code) ?? code), code)
  }
  for (const { code, name } of listCountries()) codes.set(foldText(name), code)
  for (const [word, code] of [
    ['portuguesa', 'PT'],
    ['portugues', 'PT'],
    ['brasileira', 'BR'],
    ['angolana', 'AO'],
    ['cabo verdiana', 'CV'],
    ['espanhola', 'ES'],
    ['francesa', 'FR'],
    ['ucraniana', 'UA'],
    ['mocambicana', 'MZ'],
    ['guineense', 'GW'],
    ['inglesa', 'GB'],
    ['britanica', 'GB'],
    ['alema', 'DE'],
    ['italiana', 'IT'],
    ['suica', 'CH'],
  ] as const)
    codes.set(word, code)
  return codes
})

/** The code of a country by its name in Portuguese, French, German, English or Spanish, or by the word for its people; other texts stay. */
function readCountry(text: string): string {
  return /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : (countryCodes().get(foldText(text)) ?? text)
}

/** The numbers of a cell with several, mobiles apart; texts that are no numbers stay with the mobiles. */
export function splitPhones(text: string): { mobile: string[]; fixed: string[] } {
  const parts = text
    .split(/[/;|\n]|,|\s+ou\s+|\s+e\s+|\s{2,}/)
    .map((one) => one.replace(/^(tel|telef|tlm|telem|tm|casa|trab)[a-z]*[.:]*\s*/i, '').trim())
    .filter((one) => !isBlank(one))
  const isFixed = (one: string) => phoneKind(phoneRule.normalize(one)) === 'fixed'
  return { mobile: parts.filter((one) => !isFixed(one)), fixed: parts.filter(isFixed) }
}

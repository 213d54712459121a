import { linkVariables, variablesOf } from '@agremia/resources/message-events.ts'
import type { FieldMessages, WriteContext } from '../rest/modules.ts'
import { cleanTemplate } from './safe-html.ts'
import type { Naming } from './templates.ts'
import { addressWithMark, inOwnNames, sayKnownMarks, unknownMarks } from './templates.ts'

const fields = ['subject', 'body', 'smsText'] as const
type TextField = (typeof fields)[number]

/**
 * Replaces the given texts with the form in which they are stored: variables in our own names, and a body of the few elements
 * that messages may have. Returns what is wrong with that form, by field: what is judged is what is stored, and what is rendered.
 */
export function keepTexts(
  { values, merged }: Pick<WriteContext, 'values' | 'merged'>,
  naming?: Naming,
): FieldMessages {
  const errors: FieldMessages = {}
  for (const field of fields) {
    const given = values[field]
    if (typeof given !== 'string') continue
    // First the entities, which may stand for braces.
    const text = inOwnNames(field === 'body' ? cleanTemplate(given) : given, naming)
    values[field] = merged[field] = text
    const problem = problemOf(field, text, naming)
    if (problem !== undefined) errors[field] = [problem]
  }
  return errors
}

function problemOf(field: TextField, text: string, naming: Naming | undefined): string | undefined {
  const unknown = unknownMarks(text, naming)
  if (naming?.secretLink !== undefined && unknown.includes('ligacao'))
    return 'Retire {ligacao}: o programa põe a ligação numa linha própria, por baixo do texto.'
  if (unknown.length > 0) {
    const named = unknown.slice(0, 10).map((name) => `{${name.slice(0, 40)}}`)
    return `Não existe: ${named.join(', ')}. Pode usar: ${sayKnownMarks(naming)}.`
  }
  const address = addressWithMark(field, text)
  if (address !== undefined) {
    const own = linkVariables.filter((code) => naming && variablesOf(naming).includes(code))
    const allowed = own.map((code) => ` Como endereço, use só {${code}}, sem mais nada.`)
    return `Um endereço não pode conter dados de cada pessoa: «${address.slice(0, 100)}».${allowed.join('')}`
  }
  return field === 'body' && text === '' ? 'Campo obrigatório.' : undefined
}

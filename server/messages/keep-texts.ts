import { linkVariables, variablesOf } from '@agremia/resources/message-events.ts'
import type { FieldMessages, WriteContext } from '../rest/modules.ts'
import { cleanTemplate } from './safe-html.ts'
import type { Naming } from './templates.ts'
import {
  findAddressWithVariable,
  normalizeVariables,
  listKnownVariables,
  unknownVariables,
} from './templates.ts'

const fields = ['subject', 'body', 'smsText'] as const
type TextField = (typeof fields)[number]

/**
 * Normalises the texts in `values` and `merged` to their stored form: variables by their own names, and only allowed elements in the
 * body. Validates that form, since it is what is rendered later, and returns the errors by field.
 */
export function keepTexts(
  { values, merged }: Pick<WriteContext, 'values' | 'merged'>,
  naming?: Naming,
): FieldMessages {
  const errors: FieldMessages = {}
  for (const field of fields) {
    const input = values[field]
    if (typeof input !== 'string') continue
    // Cleans first, since it decodes entities, which may encode braces.
    const text = normalizeVariables(field === 'body' ? cleanTemplate(input) : input, naming)
    values[field] = merged[field] = text
    const problem = problemOf(field, text, naming)
    if (problem !== undefined) errors[field] = [problem]
  }
  return errors
}

function problemOf(field: TextField, text: string, naming: Naming | undefined): string | undefined {
  const unknown = unknownVariables(text, naming)
  if (naming?.secretLink !== undefined && unknown.includes('ligacao'))
    return 'Retire {ligacao}: o programa põe a ligação numa linha própria, por baixo do texto.'
  if (unknown.length > 0) {
    const unknownNames = unknown.slice(0, 10).map((name) => `{${name.slice(0, 40)}}`)
    return `Não existe: ${unknownNames.join(', ')}. Pode usar: ${listKnownVariables(naming)}.`
  }
  const address = findAddressWithVariable(field, text)
  if (address !== undefined) {
    const ownLinks = linkVariables.filter((code) => naming && variablesOf(naming).includes(code))
    const allowed = ownLinks.map((code) => ` Como endereço, use só {${code}}, sem mais nada.`)
    return `Um endereço não pode conter dados de cada pessoa: «${address.slice(0, 100)}».${allowed.join('')}`
  }
  return field === 'body' && text === '' ? 'Campo obrigatório.' : undefined
}

import { fieldErrors } from './field-errors.ts'
import type { Field } from './fields.ts'
import { decimalToCents, parseAmount } from './rules/amount.ts'
import { dateProblem, dateReading, isDate, parseDate } from './rules/dates.ts'

/** The value in stored form (money in cents), or an error message. */
export type Coerced = { value: unknown } | { problem: string }

/**
 * Converts a wire value to stored form. Accepts text as people type it: `"1.234,56 €"`, `"7/3/2026"`, `"sim"`, numbers as text.
 * Empty text becomes null. Returns money in cents and dates as `YYYY-MM-DD`.
 */
export function coerce(field: Field, given: unknown, today: string): Coerced {
  if (given === null || given === undefined) return { value: emptyOf(field) }
  if (typeof given === 'string') {
    // Passwords are not trimmed or normalised: the hash has to match what is typed at sign-in.
    if (field.inputType === 'password') return { value: given === '' ? null : given.replaceAll('\u0000', '') }
    const clean = cleanText(given)
    if (clean === '') return { value: emptyOf(field) }
    return fromText(field, clean, today)
  }
  switch (field.column) {
    case 'integer':
      return Number.isInteger(given) ? { value: given } : { problem: fieldErrors.integer }
    case 'cents': {
      const cents = typeof given === 'number' ? decimalToCents(given) : undefined
      return cents === undefined ? { problem: fieldErrors.invalid } : { value: cents }
    }
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : { problem: 'Indique sim ou não.' }
    case 'list':
      return Array.isArray(given) && given.every((item) => typeof item === 'string')
        ? {
            value: [...new Set(given.map(cleanText).filter(Boolean))],
          }
        : { problem: 'Indique uma lista de textos.' }
    case 'json':
      if (field.parts) return isListOfObjects(given) ? { value: given } : { problem: 'Indique uma lista.' }
      return typeof given === 'object' && !Array.isArray(given)
        ? { value: given }
        : { problem: fieldErrors.invalid }
    case 'text':
      return typeof given === 'number'
        ? fromText(field, String(given), today)
        : { problem: 'Indique um texto.' }
    case 'date':
    case 'instant':
    case 'uuid':
      return { problem: problemOf(field) }
  }
}

function isListOfObjects(given: unknown): boolean {
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)
  return Array.isArray(given) && given.every(isObject)
}

function fromText(field: Field, given: string, today: string): Coerced {
  switch (field.column) {
    case 'text':
      return {
        value: field.inputType === 'textarea' ? given.replaceAll('\r\n', '\n') : given.replace(/\s+/g, ' '),
      }
    case 'integer': {
      const isNumber = /^-?(\d{1,15}|\d{1,3}([.\s])\d{3}(\2\d{3}){0,3})$/.test(given)
      return isNumber ? { value: Number(given.replace(/[.\s]/g, '')) } : { problem: fieldErrors.integer }
    }
    case 'cents': {
      const cents = parseAmount(given)
      return cents === undefined ? { problem: fieldErrors.invalid } : { value: cents }
    }
    case 'boolean':
      if (/^(true|sim|s|1)$/i.test(given)) return { value: true }
      if (/^(false|não|nao|n|0)$/i.test(given)) return { value: false }
      return { problem: 'Indique sim ou não.' }
    case 'date': {
      const reading = dateReading(field.rules, today)
      const date = isDate(given) ? given : parseDate(given, reading)
      return date ? { value: date } : { problem: dateProblem(given, reading) ?? problemOf(field) }
    }
    case 'instant': {
      const instant = parseInstant(given)
      return instant ? { value: instant } : { problem: problemOf(field) }
    }
    case 'uuid':
      return isId(given) ? { value: given.toLowerCase() } : { problem: problemOf(field) }
    case 'list':
      return {
        value: [
          ...new Set(
            given
              .split(',')
              .map((item) => item.trim())
              .filter(Boolean),
          ),
        ],
      }
    case 'json':
      return { problem: fieldErrors.invalid }
  }
}

/** PostgreSQL text cannot hold U+0000 or unpaired surrogates. */
function cleanText(given: string): string {
  return given.replaceAll('\u0000', '').toWellFormed().normalize('NFC').trim()
}

/** Parses ISO 8601 to UTC; undefined outside the range of years of `isDate`. */
function parseInstant(given: string): string | undefined {
  const instant = /^\d{4}-\d\d-\d\dT/.test(given) ? new Date(given) : undefined
  if (!instant || Number.isNaN(instant.getTime())) return undefined
  const iso = instant.toISOString()
  return isDate(iso.slice(0, 10)) ? iso : undefined
}

function problemOf(field: Field): string {
  switch (field.column) {
    case 'date':
      return 'Data inválida: use dd/mm/aaaa.'
    case 'instant':
      return 'Data e hora inválidas.'
    case 'uuid':
      return fieldErrors.option
    default:
      return fieldErrors.invalid
  }
}

function emptyOf(field: Field): unknown {
  if (field.column === 'boolean') return false
  if (field.column === 'list') return []
  return null
}

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a text has the form of an `_id` (a UUID). */
export function isId(given: unknown): given is string {
  return typeof given === 'string' && idForm.test(given)
}

/** Returns whether a value is null, undefined, an empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

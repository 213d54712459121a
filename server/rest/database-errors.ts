import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import type { Plan } from './plan.ts'
import { tableNameOf } from './plan.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  column?: string
  table?: string
}

/**
 * Converts a violated constraint to the API error of its field. Constraints are named `<table>_<column>_key` and
 * `<table>_<column>_fkey`. Returns other errors unchanged.
 */
export function asFieldError(error: unknown, plan: Plan): unknown {
  const { code, constraint = '', column, table } = error as DatabaseError
  const field = fieldOf(constraint, column, table, plan)
  switch (code) {
    case '23505':
      return field
        ? invalid({ [field]: [uniqueMessage(field, table, plan)] })
        : conflict('Já existe um registo igual.')
    case '23503':
      return field ? invalid({ [field]: [fieldErrors.option] }) : error
    case '23502':
      return field ? invalid({ [field]: [fieldErrors.required] }) : error
    case '23514':
      return conflict('Os dados contradizem-se: reveja as datas e as opções.')
    case '22001':
    case '22003':
      return new ApiError(422, 'Um dos valores é demasiado grande.', { cause: error })
    default:
      return error
  }
}

function uniqueMessage(field: string, table: string | undefined, plan: Plan): string {
  const definition =
    table && table !== tableNameOf(plan.definition) ? getDefinition(toCamelCase(table)) : plan.definition
  return definition.fields[field]?.unique ?? 'Já existe um registo com este valor.'
}

function fieldOf(
  constraint: string,
  column: string | undefined,
  table: string | undefined,
  plan: Plan,
): string | undefined {
  const bare = constraint
    .replace(new RegExp(`^${table ?? tableNameOf(plan.definition)}_`), '')
    .replace(/_f?key$/, '')
  const name = toCamelCase(column ?? bare)
  return name in plan.definition.fields ? name : undefined
}

/** Whether a delete failed because other records refer to the record. */
export function isReferenced(error: unknown): boolean {
  return (error as DatabaseError).code === '23503'
}

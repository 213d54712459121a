import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { ApiError } from '../errors.ts'
import type { Deletion } from './delete-record.ts'
import { deleteRecord } from './delete-record.ts'
import type { DeletedPart } from './modules.ts'
import type { Plan } from './plan.ts'
import type { Writing } from './write.ts'

export interface DeletionPreview {
  /** Why the deletion would fail; null when it would succeed. */
  refusal: string | null
  /** Texts about what would be deleted too. */
  also: string[]
}

/** Deletes the record in a transaction that is rolled back, and describes the effects. Throws 403 and 404 like the deletion. */
export async function previewDeletion(writing: Writing, plan: Plan, id: string): Promise<DeletionPreview> {
  try {
    const deletion = await deleteRecord(writing, plan, id)
    return { refusal: null, also: also(deletion, await writing.world.organisation.terminology()) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return { refusal: error.message, also: [] }
    throw error
  }
}

function also({ rows: [whole, ...parts], also: more }: Deletion, terminology: Terminology): string[] {
  const lines: string[] = []
  for (const [resource, rows] of Map.groupBy(parts, (part) => part.resource)) {
    const definition = getDefinition(resource)
    // Parts titled by a reference are the record's own history, such as a member's first state: not listed.
    if (resource === whole?.resource || definition.fields[definition.title]?.reference) continue
    const [one = '', many = ''] = [definition.label.one, definition.label.many].map((label) =>
      fillTerms(label, terminology).toLowerCase(),
    )
    const facts = [titles(definition, rows), sum(definition, rows)].filter(Boolean).join('; ')
    lines.push(`${counted(rows.length, one, many)}${facts && ` (${facts})`}`)
  }
  return [...lines, ...more]
}

const maxTitles = 3

function titles({ title, fields }: Definition, rows: readonly DeletedPart[]): string {
  if (fields[title]?.options || fields[title]?.column !== 'text') return ''
  const named = rows.slice(0, maxTitles).map(({ row }) => String(row[toSnakeCase(title)]))
  return [...named, ...(rows.length > maxTitles ? ['…'] : [])].join(', ')
}

/** Sum of the rows' first `summed` field as text; empty when there is none. */
function sum({ fields, list }: Definition, rows: readonly DeletedPart[]): string {
  const [name] = Object.entries(fields).find(([, field]) => field.summed) ?? []
  if (name === undefined) return ''
  const { field, values } = list?.summedWhere ?? {}
  const added = rows.filter(({ row }) => !field || values?.includes(String(row[toSnakeCase(field)])))
  return formatAmount(added.reduce((total, { row }) => total + Number(row[toSnakeCase(name)]), 0))
}

import type { CardSide, Orientation } from '@agremia/resources/card-template.ts'
import { findSideProblem } from '@agremia/resources/card-template.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, one, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import type { FieldMessages, Hooks } from '../rest/modules.ts'
import { findUnknownImages, markImagesUsed } from './template-images.ts'

const sides = ['front', 'back'] as const

/** Templates must be printable. Throws 409 when a template that cards use, or the last one, is deleted. */
export const templateHooks: Hooks = {
  async validate({ db, merged }) {
    const errors = templateProblems(merged)
    for (const side of sides) {
      if (errors[side] || !merged[side]) continue
      const unknown = await findUnknownImages(db, merged[side] as CardSide)
      if (unknown.length > 0) errors[side] = ['Uma das imagens já não existe: escolha-a de novo.']
    }
    return { errors }
  },
  beforeSave: ({ db, merged }) =>
    markImagesUsed(
      db,
      sides.map((side) => merged[side] as CardSide),
    ),
  async beforeDelete({ db, record }) {
    const { others, used } = await one(
      db,
      sql`SELECT (SELECT count(*)::integer FROM card_templates WHERE id <> ${record._id}) AS others,
               EXISTS (SELECT FROM membership_cards WHERE template_id = ${record._id}) AS used`,
      { others: 'integer', used: 'boolean' },
    )
    if (used) throw conflict('Há cartões com este modelo: pode deixar de o usar.')
    if (others === 0) throw conflict('É o único modelo: crie outro primeiro.')
  },
}

export function templateProblems(template: Record<string, unknown>): FieldMessages {
  const orientation = (template['orientation'] ?? 'landscape') as Orientation
  const safe = Number(template['safeTenths'] ?? 30) / 10
  const errors: FieldMessages = {}
  for (const side of sides) {
    if (template[side] === null || template[side] === undefined) continue
    const problem = findSideProblem(template[side], { orientation, safe })
    if (problem) errors[side] = [problem]
  }
  return errors
}

/** Inserts the shipped templates when there are none. */
export async function seedCardTemplates(db: Querying): Promise<void> {
  const names = shippedTemplates.map(({ name }) => name)
  await execute(
    db,
    sql`INSERT INTO card_templates (id, name, search_text, "order", orientation, front, back)
           SELECT * FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[], ${names.map((name) => ` ${foldText(name)}`)}::text[], ${names.map((_, index) => (index + 1) * 10)}::integer[], ${shippedTemplates.map(({ orientation }) => orientation)}::text[], ${shippedTemplates.map(({ front }) => JSON.stringify(front))}::jsonb[], ${shippedTemplates.map(({ back }) => JSON.stringify(back))}::jsonb[])
           WHERE NOT EXISTS (SELECT FROM card_templates) ON CONFLICT DO NOTHING`,
  )
}

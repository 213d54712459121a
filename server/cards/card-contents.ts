import type { CardSide, CardValues, Orientation } from '@agremia/resources/card-template.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { cardValidUntil } from '@agremia/resources/rules/card-validity.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { shortName } from '@agremia/resources/rules/names.ts'
import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import { envelopeLines, postalLines } from '@agremia/resources/rules/postal-address.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { addresseeColumns, addresseeShape } from '../addressee.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, many, maybeOne, nullable, sql, textOf } from '../database/sql.ts'
import { letterheadFrom } from '../pdf/index.ts'
import type { CardToDraw } from './draw/draw-cards.ts'
import { validUntilSql } from './validity.ts'
import { verificationUrl } from './verify.ts'
import type { World } from '../rest/modules.ts'

/** The columns of a card `c` that its drawing and its letter use. */
type CardRow = RowOf<typeof cardShape>
const memberShape = {
  member_number: 'integer',
  category_id: 'uuid',
  category: 'text',
  since: 'integer',
  ...addresseeShape,
  is_legal: 'boolean',
  short_name: 'text?',
  gender: nullable(textOf<'male' | 'female' | 'other'>()),
  photo_id: 'uuid?',
} as const
const cardShape = {
  ...memberShape,
  id: 'uuid',
  code: 'text',
  issue: 'integer',
  template_id: 'uuid?',
  valid_until: 'day?',
  letter_text: 'text?',
} as const

/** A condition on `c`, `m` and `p`, and the order of the cards. */
export interface CardChoice {
  where: Sql
  /** `post` sorts by country and postal code, `number` by member number. */
  order: 'number' | 'post'
}

const memberColumns = sql`m.member_number, m.category_id, k.name AS category, extract(year FROM m.admission_date)::integer AS since,
  ${addresseeColumns}, p.kind = 'legal' AS is_legal, p.short_name, p.gender, p.photo_id`
const columns = sql`${memberColumns}, c.id, c.code, c.issue, c.template_id, c.valid_until, l.text AS letter_text`
const joins = sql`JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
  JOIN member_categories k ON k.id = m.category_id LEFT JOIN membership_card_letters l ON l.card_id = c.id`
const orders = {
  number: sql`m.member_number, c.id`,
  post: sql`coalesce(p.country, 'PT'), p.postal_code NULLS LAST, p.address, m.member_number, c.id`,
}
/** Cards read in one statement. */
const batchSize = 200

/**
 * Reads the cards in batches. Reads all ids first: with a condition that is evaluated again for each batch, cards that change
 * meanwhile would be skipped or repeated.
 */
export async function* readCards(world: World, choice: CardChoice): AsyncGenerator<CardToDraw> {
  const { pool } = world.database
  const rows = await many(
    pool,
    sql`SELECT c.id FROM membership_cards c ${joins} WHERE ${choice.where} ORDER BY ${orders[choice.order]}`,
    { id: 'uuid' },
  )
  const ids = rows.map(({ id }) => id)
  const prepare = await cardPreparer(world)
  for (let from = 0; from < ids.length; from += batchSize) {
    const cards = await many(
      pool,
      sql`SELECT ${columns} FROM unnest(${ids.slice(from, from + batchSize)}::uuid[]) WITH ORDINALITY AS x (id, place)
        JOIN membership_cards c ON c.id = x.id ${joins} ORDER BY x.place`,
      cardShape,
    )
    for (const row of cards) yield prepare(row)
  }
}

export async function readCard(world: World, id: string): Promise<CardToDraw | undefined> {
  for await (const card of readCards(world, { where: sql`c.id = ${id}`, order: 'number' })) return card
  return undefined
}

type Template = RowOf<typeof templateShape>
const templateShape = {
  id: 'uuid',
  active: 'boolean',
  orientation: textOf<Orientation>(),
  categoryIds: 'text[]',
  front: jsonOf<CardSide>(),
  back: jsonOf<CardSide>(),
} as const

/** Returns a function that adds the template and the texts to a row; templates and settings are read once. */
async function cardPreparer(world: World): Promise<(row: CardRow) => CardToDraw> {
  const templates = await readTemplates(world.database.pool)
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const title = fillTerms('Cartão de {MemberSingular}', terminology)
  return (row) => {
    const template = templateOf(templates, row)
    return {
      id: row.id,
      orientation: template.orientation,
      front: template.front,
      back: template.back,
      url: verificationUrl(world.config.publicUrl, row.code),
      photoId: row.photo_id,
      logoId: settings.organisationLogo || null,
      values: valuesOf(row, settings, title),
      letterText: row.letter_text,
      recipient: {
        gender: row.is_legal ? 'legal' : row.gender,
        envelope: envelopeLines(row),
        address: postalLines(row),
      },
    }
  }
}

async function readTemplates(db: Querying): Promise<Template[]> {
  return many(
    db,
    sql`SELECT id, active, orientation, category_ids AS "categoryIds", front, back FROM card_templates ORDER BY active DESC, "order", id`,
    templateShape,
  )
}

/** The template of the card itself, of the member's category, or the first active one. */
function templateOf(
  templates: readonly Template[],
  row: Pick<CardRow, 'template_id' | 'category_id'>,
): Template {
  const active = templates.filter((template) => template.active)
  const template =
    templates.find(({ id }) => id === row.template_id) ??
    active.find(({ categoryIds }) => categoryIds.includes(row.category_id)) ??
    active.find(({ categoryIds }) => categoryIds.length === 0) ??
    templates[0]
  if (!template) throw new Error('there is no card template')
  return template
}

function valuesOf(row: CardRow, settings: Settings, title: string): CardValues {
  const { address, contacts } = letterheadFrom(settings)
  return {
    titulo: title,
    nome: row.short_name ?? shortName(row.name),
    nomeCompleto: row.name,
    numero: String(row.member_number).padStart(Number(settings.cardsNumberDigits), '0'),
    categoria: row.category,
    desde: String(row.since),
    validade: row.valid_until ? formatDate(row.valid_until) : '',
    via: `${row.issue}.ª`,
    codigo: formatCardCode(row.code),
    organizacao: settings.name,
    sede: address,
    contactos: contacts.join(' · '),
    nipc: settings.organisationNif && (nif.format?.(settings.organisationNif) ?? settings.organisationNif),
    condicoes: settings.cardsConditions,
    extravio: settings.cardsFinderText,
  }
}

/** The fields of a sample card that do not come from a member; `day` is its day of issue. */
function sampleCard(settings: Settings, day: string) {
  const valid_until = cardValidUntil(settings, day)
  return { id: '', code: sampleCode, issue: 1, template_id: null, valid_until, letter_text: null }
}

/** Sample values for previews of templates, with a long name. */
export function sampleValues(settings: Settings, title: string, day: string): CardValues {
  return valuesOf(
    {
      ...sampleCard(settings, day),
      member_number: 1248,
      category_id: '',
      category: 'Efetivo',
      since: 1998,
      name: 'Maria Beatriz Sá Carneiro Lopes',
      short_name: null,
      gender: 'female',
      photo_id: null,
      is_legal: false,
      guardian: null,
      representative: null,
      address: null,
      postalCode: null,
      city: null,
      country: null,
    },
    settings,
    title,
  )
}

export const sampleCode = '7K3M9QX2VT4D'

/** A sample card with the data of a member, who may have no card; undefined when the member does not exist. */
export async function readSampleCard(world: World, memberId: string): Promise<CardToDraw | undefined> {
  const [settings, today] = [await world.organisation.settings(), await world.organisation.today()]
  const row = await maybeOne(
    world.database.pool,
    sql`SELECT ${memberColumns}, ${validUntilSql(settings, today)} AS valid_until
           FROM members m JOIN people p ON p.id = m.person_id JOIN member_categories k ON k.id = m.category_id WHERE m.id = ${memberId}`,
    { ...memberShape, valid_until: 'day?' },
  )
  if (!row) return undefined
  const prepare = await cardPreparer(world)
  return prepare({ ...sampleCard(settings, today), ...row })
}

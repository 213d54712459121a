import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import type { Sql } from '../database/sql.ts'
import { inline, join, raw, sql } from '../database/sql.ts'
import { categoryOn, planOn, termsJoin } from '../dues/index.ts'
import { admissionColumn, lastDayColumn } from '../members/index.ts'
import type { Asked, Report, ReportRow } from './declare.ts'
import { daysOf, listOf } from './lists.ts'

/** SQL conditions: category and plan of a member on a day, if they were asked for. */
const hadOn = ({ categoryId, quotaPlanId }: Asked, memberId: Sql, day: Sql): Sql => sql`
  ${categoryId === undefined ? sql`` : sql`AND ${categoryOn(memberId, day)} = ${categoryId}::uuid`}
  ${quotaPlanId === undefined ? sql`` : sql`AND ${planOn(memberId, day)} = ${quotaPlanId}::uuid`}`

/** The filters of lists of states that mean the same. */
const had = ({ categoryId, quotaPlanId }: Asked) => ({ categoryId, quotaPlanId })

/** SQL: whether the day is in the years of a report, until today at most. Compares with constants, so that PostgreSQL can estimate the rows. */
const isInYears = (day: Sql, { from, to, today }: Asked): Sql =>
  sql`${day} BETWEEN make_date(${from}::integer, 1, 1) AND least(make_date(${to}::integer, 12, 31), ${today}::date)`

export const membershipsPerYear: Report = {
  name: 'membershipsPerYear',
  question: 'Quantas pessoas entraram, e quantas voltaram, em cada ano?',
  reads: ['members', 'memberStates'],
  parameters: ['from', 'to', 'categoryId', 'quotaPlanId'],
  rowLabel: 'Ano',
  statement: (asked) => sql`
    WITH admitted AS (
      SELECT year, k.id, k.name, k."order" AS place, count FROM (
        SELECT extract(year FROM s.start_date)::integer AS year, t.category_id, count(*) AS count
        FROM member_states s ${termsJoin(sql`s.start_date`, sql`s.member_id`)}
        WHERE ${isInYears(sql`s.start_date`, asked)} AND ${admissionColumn.sql('s')}
          ${hadOn(asked, sql`s.member_id`, sql`s.start_date`)} GROUP BY 1, 2) c JOIN member_categories k ON k.id = c.category_id),
    -- Only of members who left and whose leaving has ended: few, and sorting the states of all takes long.
    followed AS (
      SELECT h.member_id, h.start_date, n.marks_end, lag(n.marks_end) OVER (PARTITION BY h.member_id ORDER BY h.start_date, h.end_date NULLS LAST, h.id) AS had_ended
      FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
      WHERE h.member_id IN (SELECT e.member_id FROM member_states e JOIN member_state_names m ON m.id = e.state_name_id WHERE m.marks_end AND e.end_date IS NOT NULL)),
    readmitted AS (
      SELECT extract(year FROM start_date)::integer AS year, count(*)::integer AS count FROM followed f
      WHERE had_ended AND NOT marks_end AND ${isInYears(sql`start_date`, asked)}
        ${hadOn(asked, sql`f.member_id`, sql`f.start_date`)} GROUP BY 1),
    years AS (SELECT year FROM admitted UNION SELECT year FROM readmitted)
    SELECT y.year::text AS key, y.year::text AS label,
      coalesce(json_agg(json_build_object('key', a.id, 'label', a.name, 'value', a.count, 'place', a.place)) FILTER (WHERE a.id IS NOT NULL), '[]') AS "byCategory",
      coalesce(sum(a.count), 0)::integer AS admitted, coalesce(max(r.count), 0) AS readmitted
    FROM years y LEFT JOIN admitted a ON a.year = y.year LEFT JOIN readmitted r ON r.year = y.year GROUP BY y.year ORDER BY y.year`,
  columns: [
    {
      spread: 'byCategory',
      type: 'integer',
      list: (row, asked, { part }) =>
        listOf('memberStates', {
          ...daysOf('startDate', row, asked),
          ...had(asked),
          admission: 'true',
          categoryId: part,
        }),
    },
    {
      name: 'admitted',
      label: 'Admissões',
      type: 'integer',
      list: (row, asked) =>
        listOf('memberStates', { ...daysOf('startDate', row, asked), ...had(asked), admission: 'true' }),
    },
    {
      name: 'readmitted',
      label: 'Readmissões',
      type: 'integer',
      list: (row, asked) =>
        listOf('memberStates', { ...daysOf('startDate', row, asked), ...had(asked), readmission: 'true' }),
    },
  ],
  compared: 'admitted',
  chart: { kind: 'stacked', columns: ['byCategory'] },
  notes: () => ['As admissões são contadas na categoria em que cada pessoa entrou.'],
}

export const cancelationsPerYear: Report = {
  name: 'cancelationsPerYear',
  question: 'Quantas pessoas saíram em cada ano, e porquê?',
  reads: ['members', 'memberStates'],
  parameters: ['from', 'to', 'categoryId', 'quotaPlanId'],
  rowLabel: 'Ano',
  statement: (asked) => sql`
    WITH ended AS (
      SELECT extract(year FROM h.start_date)::integer AS year, n.id, n.name, n."order" AS place, count(*) AS count
      FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
      WHERE n.marks_end AND ${isInYears(sql`h.start_date`, asked)}
        ${hadOn(asked, sql`h.member_id`, sql`h.start_date`)}
      GROUP BY 1, 2)
    SELECT year::text AS key, year::text AS label,
      json_agg(json_build_object('key', id, 'label', name, 'value', count, 'place', place)) AS "byState", sum(count)::integer AS ended
    FROM ended GROUP BY year ORDER BY year`,
  columns: [
    {
      spread: 'byState',
      type: 'integer',
      list: (row, asked, { part }) =>
        listOf('memberStates', {
          ...daysOf('startDate', row, asked),
          stateNameId: part,
          ...had(asked),
        }),
    },
    {
      name: 'ended',
      label: 'Saídas',
      type: 'integer',
      list: (row, asked) =>
        listOf('memberStates', {
          ...daysOf('startDate', row, asked),
          marksEnd: 'true',
          ...had(asked),
        }),
    },
  ],
  compared: 'ended',
  chart: { kind: 'stacked', columns: ['byState'] },
}

/** Age bands in years, both included; null: no limit. */
const bands = [
  { label: 'Menos de 18 anos', from: 0, to: 17 },
  { label: '18 a 30 anos', from: 18, to: 30 },
  { label: '31 a 45 anos', from: 31, to: 45 },
  { label: '46 a 65 anos', from: 46, to: 65 },
  { label: 'Mais de 65 anos', from: 66, to: null },
] as const
const noBirthDate = 'Sem data de nascimento'

/** First and last birth date of who has an age of the band on a day; null: no limit. */
function birthDatesOf({ from, to }: (typeof bands)[number], day: string) {
  return {
    first: to === null ? null : addDays(addYears(day, -to - 1), 1),
    last: from === 0 ? null : addYears(day, -from),
  }
}

const categorySection = 'Por categoria'
const stateSection = 'Por estado'
const ageSection = 'Por idade'

/** The members of the day as a list of their states, with the filters of a row. */
function membersOn(row: ReportRow | null, asked: Asked, filters: Record<string, string> = {}) {
  const { day, categoryId, quotaPlanId } = asked
  const band = row?.['section'] === ageSection ? bands.find(({ label }) => label === row.label) : undefined
  const dates = band && birthDatesOf(band, day)
  return listOf('memberStates', {
    startDate_to: day,
    lastDay: 'null',
    lastDay_from: day,
    marksEnd: 'false',
    categoryId: row?.['section'] === categorySection ? row.key : categoryId,
    quotaPlanId,
    stateNameId: row?.['section'] === stateSection ? row.key : undefined,
    birthDate: row?.['section'] === ageSection && !band ? 'null' : undefined,
    birthDate_from: dates?.first,
    birthDate_to: dates?.last,
    ...filters,
  })
}

export const membersAt: Report = {
  name: 'membersAt',
  question: 'Quem era {memberSingular} naquele dia, por categoria, estado, idade e género?',
  reads: ['members', 'memberStates'],
  parameters: ['day', 'categoryId', 'quotaPlanId', 'compare'],
  rowLabel: 'Categoria, estado ou idade',
  hasSections: true,
  statement: (asked) => sql`
    WITH present AS (
      SELECT t.category_id, s.state_name_id, ${bandSql(asked.day)} AS band,
        CASE WHEN p.kind = 'legal' THEN 'legal' ELSE coalesce(p.gender, 'unknown') END AS gender, count(*) AS count
      FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id JOIN people p ON p.id = s.person_id
        ${termsJoin(sql`${asked.day}::date`, sql`s.member_id`)}
      WHERE s.start_date <= ${asked.day}::date AND NOT n.marks_end AND (s.end_date IS NULL OR s.end_date > ${asked.day}::date
          OR s.id IN (SELECT l.id FROM member_states l WHERE l.end_date = ${asked.day}::date AND ${lastDayColumn.sql('l')} = ${asked.day}::date))
        ${asked.categoryId === undefined ? sql`` : sql`AND t.category_id = ${asked.categoryId}::uuid`}
        ${asked.quotaPlanId === undefined ? sql`` : sql`AND ${planOn(sql`s.member_id`, sql`${asked.day}::date`)} = ${asked.quotaPlanId}::uuid`}
      GROUP BY 1, 2, 3, 4),
    counted AS (
      SELECT ${categorySection} AS section, k.id::text AS key, k.name AS label, 0 AS part, k."order" AS place, gender, count
      FROM present JOIN member_categories k ON k.id = category_id
      UNION ALL SELECT ${stateSection}, n.id::text, n.name, 1, n."order", gender, count FROM present JOIN member_state_names n ON n.id = state_name_id
      UNION ALL SELECT ${ageSection}, band::text, ${bandLabelSql}, 2, band, gender, count FROM present)
    SELECT section, key, label, ${join(
      ['female', 'male', 'other', 'unknown', 'legal'].map(
        (gender) => sql`coalesce(sum(count) FILTER (WHERE gender = ${gender}), 0)::integer AS ${raw(gender)}`,
      ),
      ', ',
    )}, sum(count)::integer AS members
    FROM counted GROUP BY section, key, label, part, place ORDER BY part, place, label`,
  columns: [
    ...(
      [
        ['female', 'Feminino'],
        ['male', 'Masculino'],
        ['other', 'Outro'],
      ] as const
    ).map(([gender, label]) => ({
      name: gender,
      label,
      type: 'integer' as const,
      list: (row: ReportRow | null, asked: Asked) => membersOn(row, asked, { kind: 'natural', gender }),
    })),
    {
      name: 'unknown',
      label: 'Sem género indicado',
      type: 'integer',
      list: (row, asked) => membersOn(row, asked, { kind: 'natural', gender: 'null' }),
    },
    {
      name: 'legal',
      label: 'Pessoas coletivas',
      type: 'integer',
      list: (row, asked) => membersOn(row, asked, { kind: 'legal' }),
    },
    {
      name: 'members',
      label: '{MemberPlural}',
      type: 'integer',
      list: (row, asked) => membersOn(row, asked),
    },
  ],
  compared: 'members',
  chart: { kind: 'rows', columns: ['female', 'male', 'other', 'unknown', 'legal'] },
  notes: () => [
    'A categoria e o estado são os que cada pessoa tinha naquele dia, e quem saiu nesse dia ainda conta.',
  ],
}

/** SQL: the place of the age band of the person `p` on a day, after which come those without date of birth. */
function bandSql(day: string): Sql {
  const cases = bands.map((band, place) => {
    const { first } = birthDatesOf(band, day)
    return first === null
      ? sql`ELSE ${inline(place)}`
      : sql`WHEN p.birth_date >= ${first}::date THEN ${inline(place)}`
  })
  return sql`CASE WHEN p.birth_date IS NULL THEN ${inline(bands.length)} ${join(cases, ' ')} END`
}

const bandLabelSql = sql`(ARRAY[${join([...bands.map(({ label }) => label), noBirthDate], ', ')}]::text[])[band + 1]`

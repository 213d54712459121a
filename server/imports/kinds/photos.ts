import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { exists, many, maybeOne, sql } from '../../database/sql.ts'
import { discardedUntil } from '../../files/index.ts'
import { replaceMemberPhoto } from '../../photos/index.ts'
import { target } from '../columns/targets.ts'
import { findPeople, nifIn, numberIn } from './find-members.ts'
import type { KindOfImport, Written } from './kind.ts'

/** A photo of the file store, as `written` keeps it. */
interface KeptPhoto {
  id: string
  mediaType: string
  bytes: number
  width: number | null
  height: number | null
}

/** Photos of members, from a ZIP whose files are named after numbers or NIFs. */
export const photosKind: KindOfImport = {
  kind: 'photos',
  resource: 'members',
  lists: [],
  isZip: true,
  targets: (terminology) => [
    target('fileName', 'Ficheiro', { terminology, help: 'No ZIP.' }),
    target('who', 'N.º ou NIF', { terminology, help: 'De quem é a fotografia.' }),
  ],
  async match(rows, { db }) {
    const isNif = (text: string) => nifIn(text) !== undefined && nifRule.problem(text) === undefined
    const whos = rows.map(({ texts }) => texts['who'] ?? '')
    const { byNumber, byNif } = await findPeople(db, {
      numbers: whos.flatMap((who) => (isNif(who) ? [] : (numberIn(who) ?? []))),
      nifs: whos.flatMap((who) => (isNif(who) ? (nifIn(who) ?? []) : [])),
      births: [],
    })
    for (const [index, row] of rows.entries()) {
      const who = whos[index]!
      const person = isNif(who) ? byNif.get(nifIn(who)!) : byNumber.get(numberIn(who) ?? -1)
      row.label = person?.name ?? row.texts['fileName'] ?? ''
      if (!/\.(jpe?g|png|webp)$/i.test(row.texts['fileName'] ?? ''))
        row.problems['fileName'] = 'Não é uma fotografia que se possa usar: envie JPEG, PNG ou WebP.'
      else if (who === '')
        row.problems['who'] = 'O nome do ficheiro não tem o número nem o NIF: indique um deles.'
      else if (!person?.memberId)
        row.problems['who'] = isNif(who)
          ? 'Não há ninguém com este NIF.'
          : `Não há ninguém com o n.º ${who.slice(0, 20)}.`
      else {
        row.recordId = person.memberId
        row.keys.push(`record:${person.memberId}`)
      }
    }
  },
  async judge(rows, { db }) {
    const ids = rows.flatMap(({ recordId }) => recordId ?? [])
    const known = await many(
      db,
      sql`SELECT m.id FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ANY(${ids}::uuid[]) AND p.photo_id IS NOT NULL`,
      { id: 'uuid' },
    )
    const have = new Set(known.map(({ id }) => id))
    return rows.map((row) => {
      if (Object.keys(row.problems).length > 0) return 'refused'
      row.input = { fileName: row.texts['fileName'] }
      if (!have.has(row.recordId ?? '')) return 'created'
      row.changes.push({ name: 'photo', label: 'Fotografia', from: 'Fotografia', to: 'Nova fotografia' })
      return 'changed'
    })
  },
  async write(writing, { recordId, photo }) {
    if (!photo || recordId === null) throw new Error('a photo is decoded before it is written')
    const former = await maybeOne(
      writing.db,
      sql`SELECT f.id, f.media_type AS "mediaType", f.bytes, f.width, f.height FROM members m JOIN people p ON p.id = m.person_id
          JOIN stored_files f ON f.id = p.photo_id WHERE m.id = ${recordId}`,
      { id: 'uuid', mediaType: 'text', bytes: 'integer', width: 'integer?', height: 'integer?' },
    )
    await replaceMemberPhoto(writing, recordId, photo, { keepsFormer: true })
    const kept: KeptPhoto | null = former ?? null
    return { created: [], changed: { id: recordId, former: { photo: kept }, values: { photo: photo.id } } }
  },
  async undo(writing, { changed }: Written) {
    if (!changed) return undefined
    const { db, world } = writing
    const isSame = await exists(
      db,
      sql`SELECT FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${changed.id} AND p.photo_id = ${changed.values['photo']}`,
    )
    if (!isSame) return 'A fotografia mudou entretanto.'
    const former = changed.former['photo'] as KeptPhoto | null
    if (former && !(await discardedUntil(db, former.id, world.clock())))
      return 'A fotografia anterior já foi apagada, e fica a nova.'
    await replaceMemberPhoto(writing, changed.id, former, { keepsFormer: false })
    return undefined
  },
}

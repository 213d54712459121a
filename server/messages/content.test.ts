import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../database/transaction.ts'
import { testApp } from '../testing/test-app.ts'
import { announce } from './index.ts'

const { app, as, another, database, sql, visitor } = await testApp()

const announceRefusal = async (personId: string | null, motivo: string): Promise<string> => {
  const id = await inTransaction(database, (tx) =>
    announce(
      { db: tx, world: app.world },
      { event: 'applicationRefused', to: { personId, email: 'ana@exemplo.pt' }, values: { motivo } },
    ),
  )
  return id as string
}

test('message content: staff get the letterhead and escaped values', async () => {
  const id = await announceRefusal(null, 'Falta a ata <b>assinada</b>')
  const { status, body } = await (await as('editor')).get(`/messages/${id}/content`)
  assert.equal(status, 200)
  const { html, text } = body.data as unknown as { html: string; text: string }
  assert.match(html, /class="name"[^>]*>Agremia</)
  assert.match(html, /Falta a ata &(lt|#60);b&(gt|#62);assinada/)
  assert.doesNotMatch(html, /<b>assinada/)
  assert.match(text, /Falta a ata <b>assinada<\/b>/)
})

test('message content: members read only their own messages, once they are sent', async () => {
  const member = await as('member')
  const own = await announceRefusal(member.personId, 'Porque sim')
  assert.equal((await member.get(`/messages/${own}/content`)).status, 404)
  await sql(`UPDATE messages SET state = 'sent' WHERE id = $1`, [own])
  assert.equal((await member.get(`/messages/${own}/content`)).status, 200)
  assert.equal((await (await another('member')).get(`/messages/${own}/content`)).status, 404)
  assert.equal((await visitor.get(`/messages/${own}/content`)).status, 401)
})

test('message content: unknown and malformed ids get 404', async () => {
  const admin = await as('admin')
  assert.equal((await admin.get('/messages/nada/content')).status, 404)
  assert.equal((await admin.get('/messages/00000000-0000-7000-8000-000000000000/content')).status, 404)
})

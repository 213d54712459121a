import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { testApp } from '../../testing/test-app.ts'
import { messagesTo } from '../../testing/read-messages.ts'
import { messageTools } from '../testing.ts'

const here = await testApp()
const { app, clock, sql } = here
const { tell, becomes } = messageTools(here)
const advanceDays = async (days: number) => {
  clock.advance({ days })
  await maintain(app.world)
}

test('a held message with a secret link is cancelled after a week, and its link deleted', async () => {
  await tell('ana@exemplo.pt', {
    event: 'loginLink',
    secretLink: 'https://exemplo.pt/segredo',
  })
  await becomes('ana@exemplo.pt', 'held')
  await advanceDays(6)
  assert.ok((await messagesTo(here, 'ana@exemplo.pt'))[0]?.text.includes('segredo'))
  await advanceDays(3)
  const [message] = await messagesTo(here, 'ana@exemplo.pt')
  assert.deepEqual([message?.state, message?.reason], ['cancelled', 'expired'])
  assert.ok(!message?.text.includes('segredo'))
})

test('contents are deleted after two years and attempts after one; the message itself stays', async () => {
  await tell('rui@exemplo.pt')
  await becomes('rui@exemplo.pt', 'held')
  const attempts = () => sql('SELECT 1 FROM message_attempts')
  const text = async () => (await messagesTo(here, 'rui@exemplo.pt'))[0]?.text
  await advanceDays(350)
  assert.ok((await attempts()).length > 0)
  await advanceDays(20)
  assert.equal((await attempts()).length, 0)
  assert.notEqual(await text(), '')
  await advanceDays(340)
  assert.notEqual(await text(), '')
  await advanceDays(40)
  assert.equal(await text(), '')
  assert.equal((await messagesTo(here, 'rui@exemplo.pt'))[0]?.subject, 'Boas-vindas à Agremia')
})

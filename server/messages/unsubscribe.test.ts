import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { unsubscribeUrl } from './consents.ts'

const { app, as, make, visitor, sql, clock } = await testApp()
const admin = await as('admin')
const { world } = app
const pathOf = (personId: string) =>
  new URL(unsubscribeUrl(world, personId, 'newsletter')).pathname.replace('/api', '')
const statuses = async (personId: string) =>
  (await admin.get(`/people/${personId}/consents?_sort=at,_id`)).body.data.map(({ status }) => status)

/** The request of mail programs (RFC 8058), and of the button on the page. */
const unsubscribe = (path: string) =>
  visitor.send('POST', path, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })

describe('the unsubscribe link', () => {
  test('withdraws the consent without signing in, and once when repeated', async () => {
    const { _id } = await make.person()
    await make.consent({ personId: _id })
    clock.advance({ minutes: 1 })
    const path = pathOf(_id)
    const page = await visitor.get(path)
    assert.equal(page.status, 200)
    assert.match(page.text, /<meta name="robots" content="noindex">/)
    assert.match(page.text, /<form method="post"><button[^>]*>Deixar de receber</)
    assert.deepEqual(await statuses(_id), ['given'], 'a GET request changes nothing')
    for (let time = 0; time < 2; time++) {
      const oneClick = await unsubscribe(path)
      assert.equal(oneClick.status, 200)
      assert.match(oneClick.text, /não receberá mais divulgação/)
      assert.deepEqual(await statuses(_id), ['given', 'withdrawn'])
    }
    clock.advance({ minutes: 1 })
    await make.consent({ personId: _id })
    clock.advance({ minutes: 1 })
    await unsubscribe(path)
    assert.deepEqual(await statuses(_id), ['given', 'withdrawn', 'given', 'withdrawn'])
  })

  test('with an invalid token gets the same answer and changes nothing', async () => {
    const { _id } = await make.person()
    await make.consent({ personId: _id })
    const path = pathOf(_id)
    const goodPath = pathOf((await make.person())._id)
    const good = [(await visitor.get(goodPath)).text, (await unsubscribe(goodPath)).text]
    const other = (await make.person())._id
    for (const wrong of [
      `${path}x`,
      path.slice(0, -1),
      path.replace('newsletter', 'sms'),
      path.replace(_id, other),
      '/unsubscribe/nada',
      '/unsubscribe/newsletter.nada.x',
      '/unsubscribe/%00',
    ]) {
      const answers = [await visitor.get(wrong), await unsubscribe(wrong)]
      assert.deepEqual(
        answers.map(({ text }) => text),
        good,
        wrong,
      )
      assert.ok(answers.every(({ status }) => status === 200))
    }
    assert.deepEqual(await statuses(_id), ['given'])
    assert.deepEqual(await statuses(other), [])
  })
})

describe('consents', () => {
  test('of a member have the method and evidence of the program, and cannot be changed or deleted', async () => {
    const member = await as('member')
    const consent = succeeded(
      await member.post('/consents', { personId: member.personId, purpose: 'newsletter', status: 'given' }),
    )
    assert.deepEqual([consent['method'], consent['givenBy']], ['memberArea', 'self'])
    assert.equal(consent['at'], clock().toISOString())
    for (const more of [{ method: 'paper' }, { at: '2020-01-01T00:00:00Z' }, { givenBy: 'guardian' }]) {
      const input = { personId: member.personId, purpose: 'sms', status: 'given', ...more }
      assert.equal((await member.post('/consents', input)).status, 422)
    }
    assert.equal((await admin.patch(`/consents/${consent._id}`, { status: 'withdrawn' })).status, 403)
    assert.equal((await admin.delete(`/consents/${consent._id}`)).status, 403)
    const rows = await sql('SELECT evidence FROM consents WHERE id = $1', [consent._id])
    assert.deepEqual(rows, [{ evidence: '127.0.0.1' }])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const { as, another, make, clock } = await testApp()
const admin = await as('admin')

/** The number of news emails for one member: 0 or 1. */
const reachedByNews = async (memberId: string) => {
  const texts = { subject: 'Novidades', body: '<p>Olá.</p>', kind: 'news' }
  const preview = succeeded(
    await admin.post('/message_batches/preview', { ...texts, audience: { ids: [memberId] } }),
  ) as unknown as { byChannel: Record<string, number> }
  return preview.byChannel['email'] ?? 0
}

describe('consents recorded by staff', () => {
  test('allow news with the current version of the text, and stop them when withdrawn', async () => {
    const member = await make.member({ email: 'balcao@exemplo.pt' })
    const path = `/people/${String(member['personId'])}/consents`
    assert.equal(await reachedByNews(member._id), 0)

    const consent = succeeded(
      await admin.post(path, {
        purpose: 'newsletter',
        status: 'given',
        method: 'paper',
        evidence: 'Ficha 12',
      }),
    )
    assert.deepEqual(
      [consent['method'], consent['textVersion'], consent['evidence'], consent['givenBy']],
      ['paper', 'newsletter 1', 'Ficha 12', 'self'],
    )
    assert.equal(await reachedByNews(member._id), 1)

    clock.advance({ minutes: 1 })
    const withdrawn = succeeded(
      await admin.post(path, { purpose: 'newsletter', status: 'withdrawn', method: 'email' }),
    )
    assert.equal(withdrawn['textVersion'], null)
    assert.equal(await reachedByNews(member._id), 0)
  })

  test('store the current version of the text, unless another is given', async () => {
    const editor = await as('editor')
    const { _id: personId } = await make.person()
    succeeded(await admin.patch('/member_application_texts/sms', { body: 'Aceito SMS.' }))
    const path = `/people/${personId}/consents`
    const now = succeeded(await editor.post(path, { purpose: 'sms', status: 'given', method: 'inPerson' }))
    assert.equal(now['textVersion'], 'sms 2')
    const older = await editor.post(path, { purpose: 'sms', status: 'given', textVersion: 'sms 1' })
    assert.equal(succeeded(older)['textVersion'], 'sms 1')
  })

  test('are rejected with a future date', async () => {
    const { _id: personId } = await make.person()
    const at = new Date(clock().getTime() + 60_000).toISOString()
    const { status, body } = await admin.post(`/people/${personId}/consents`, {
      purpose: 'newsletter',
      status: 'given',
      at,
    })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['at']])
  })
})

describe('consents of a member', () => {
  test('optional purposes can be given and withdrawn in the member area', async () => {
    const member = await another('member')
    const path = `/people/${member.personId}/consents`
    const consent = succeeded(await member.post(path, { purpose: 'imageUse', status: 'given' }))
    assert.deepEqual([consent['method'], consent['textVersion']], ['memberArea', 'imageUse 1'])
    assert.ok(consent['evidence'], 'the IP address is the evidence')
    clock.advance({ minutes: 1 })
    succeeded(await member.post(path, { purpose: 'imageUse', status: 'withdrawn' }))
    const { data } = (await admin.get(`${path}?_purpose=imageUse&_sort=-at`)).body
    assert.deepEqual(
      data.map(({ status }) => status),
      ['withdrawn', 'given'],
    )
  })

  test('required purposes cannot be withdrawn, and consents of other people cannot be given', async () => {
    const member = await another('member')
    for (const purpose of ['terms', 'privacyNotice', 'minor']) {
      const { status, body } = await member.post(`/people/${member.personId}/consents`, {
        purpose,
        status: 'withdrawn',
      })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['purpose']], purpose)
    }
    const other = await make.person()
    const { status } = await member.post(`/people/${other._id}/consents`, {
      purpose: 'newsletter',
      status: 'given',
    })
    assert.ok(status === 403 || status === 404)
  })
})

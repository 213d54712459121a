import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../testing/make.ts'
import { insertRecordFile } from '../testing/samples.ts'
import { testApp } from '../testing/test-app.ts'

const { as, another, make, clock, sql } = await testApp()
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

describe('consents by channel', () => {
  const channelsOf = async (memberId: string) => {
    const reached: string[] = []
    for (const channel of ['email', 'sms', 'letter']) {
      const input = { subject: 'Novidades', body: '<p>Olá.</p>', smsText: 'Olá', kind: 'news', channel }
      const preview = succeeded(
        await admin.post('/message_batches/preview', { ...input, audience: { ids: [memberId] } }),
      ) as unknown as { byChannel: Record<string, number> }
      if (preview.byChannel[channel]) reached.push(channel)
    }
    return reached
  }

  test('the latest answer that applies to the channel is in force', async () => {
    const member = await make.member({
      email: 'canais@exemplo.pt',
      mobile: '+351912345678',
      address: 'Rua do Sol, 1',
      postalCode: '4050-262',
      city: 'Porto',
    })
    const answer = async (purpose: string, status: string, channel?: string) => {
      clock.advance({ minutes: 1 })
      const consent = { purpose, status, ...(channel !== undefined && { channel }) }
      succeeded(await admin.post(`/people/${String(member['personId'])}/consents`, consent))
    }
    assert.deepEqual(await channelsOf(member._id), [])
    await answer('newsletter', 'given')
    assert.deepEqual(await channelsOf(member._id), ['email', 'letter'])
    await answer('newsletter', 'withdrawn', 'letter')
    assert.deepEqual(await channelsOf(member._id), ['email'])
    await answer('sms', 'given')
    assert.deepEqual(await channelsOf(member._id), ['email', 'sms'])
    await answer('newsletter', 'withdrawn')
    assert.deepEqual(await channelsOf(member._id), ['sms'])
    await answer('newsletter', 'given', 'letter')
    assert.deepEqual(await channelsOf(member._id), ['sms', 'letter'])
  })

  test('a purpose accepts its own channels', async () => {
    const { _id: personId } = await make.person()
    for (const [purpose, channel] of [
      ['imageUse', 'email'],
      ['sms', 'letter'],
      ['newsletter', 'sms'],
    ]) {
      const consent = { personId, purpose, channel, status: 'given' }
      const { status, body } = await admin.post('/consents', consent)
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['channel']])
    }
  })
})

describe('the paper that proves a consent', () => {
  test('becomes a file of the member, and cannot be deleted', async () => {
    const member = await make.member()
    const documentId = await insertRecordFile(sql, {})
    await sql('UPDATE record_files SET unused_since = now() WHERE id = $1', [documentId])
    const personId = member['personId']
    const consent = { personId, purpose: 'imageUse', status: 'given', method: 'paper', documentId }
    assert.equal(succeeded(await admin.post('/consents', consent))['documentId'], documentId)
    const file = succeeded(await admin.get(`/record_files/${documentId}`))
    assert.deepEqual([file['memberId'], file['kind']], [member._id, 'consent'])
    assert.equal((await admin.delete(`/record_files/${documentId}`)).status, 409)
    const other = await make.member()
    const stolen = await admin.post('/consents', { ...consent, personId: other['personId'] })
    assert.deepEqual([stolen.status, Object.keys(stolen.body.errors)], [422, ['documentId']])
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationTextNames } from '@agremia/resources/application-texts.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { applicationTools } from '../testing/application-tools.ts'

const tested = await testApp()
const { as, visitor } = tested
const { admin, apply } = await applicationTools(tested)

const versionsOf = async (name: string) => {
  const { _id } = succeeded(await admin.get(`/member_application_texts/${name}`))
  const { data } = (await admin.get(`/member_application_texts/${_id}/member_application_text_versions`)).body
  return data.map((row) => [row['textVersion'], row['body']])
}
const acceptedVersion = async (purpose: string) => {
  const { _id } = await apply({ newsletter: true })
  const { data } = (await admin.get(`/member_applications/${_id}/member_application_consents`)).body
  return data.find((row) => row['purpose'] === purpose)?.['textVersion']
}

test('every text exists, and is shown in the terminology of the organisation', async () => {
  for (const name of applicationTextNames)
    assert.ok(succeeded(await admin.get(`/member_application_texts/${name}`))['body'], name)
  assert.match((await visitor.get('/application_form')).text, /candidatar a sócio/)
  succeeded(await admin.patch('/settings/memberSingular', { value: 'associado' }))
  assert.match((await visitor.get('/application_form')).text, /candidatar a associado/)
})

test('changing a text creates a version, the earlier ones stay, and consents store the accepted one', async () => {
  const [first] = await versionsOf('newsletter')
  assert.equal(await acceptedVersion('newsletter'), 1)
  const editor = await as('editor')
  const body = 'Quero receber o boletim de {name}.'
  const changed = succeeded(await editor.patch('/member_application_texts/newsletter', { body }))
  assert.equal(changed['textVersion'], 2)
  assert.ok(String(changed['validFrom']) >= String(changed['_created_at']).slice(0, 10))
  // Saving the same text creates no version.
  succeeded(await editor.patch('/member_application_texts/newsletter', { body }))
  assert.deepEqual(await versionsOf('newsletter'), [[2, body], first])
  assert.equal(await acceptedVersion('newsletter'), 2)
  assert.equal(await acceptedVersion('terms'), 1)
})

test('concurrent changes of a text create one version each', async () => {
  const before = (await versionsOf('intro')).length
  const answers = await Promise.all(
    ['um', 'dois', 'três'].map((body) => admin.patch('/member_application_texts/intro', { body })),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const versions = (await versionsOf('intro')).map(([version]) => version)
  assert.equal(versions.length, before + 3)
  assert.equal(new Set(versions).size, versions.length)
})

test('required texts cannot be empty, and unknown terms are rejected', async () => {
  const path = '/member_application_texts/privacyNotice'
  const empty = await admin.patch(path, { body: '  ' })
  assert.deepEqual([empty.status, empty.body.errors], [422, { body: ['Campo obrigatório.'] }])
  succeeded(await admin.patch('/member_application_texts/thanks', { body: '' }))
  for (const body of ['Olá {nada}.', '{}{x y}', '{{7*7}}']) {
    const { status, body: answer } = await admin.patch(path, { body })
    assert.deepEqual([status, Object.keys(answer.errors)], [422, ['body']], body)
  }
  assert.equal((await versionsOf('privacyNotice')).length, 1)
})

test('only staff can change texts, and no one can add or delete them', async () => {
  const member = await as('member')
  assert.equal((await member.patch('/member_application_texts/intro', { body: 'x' })).status, 403)
  assert.equal((await visitor.get('/member_application_texts/intro')).status, 401)
  assert.equal((await admin.post('/member_application_texts', { name: 'x' })).status, 403)
  assert.equal((await admin.delete('/member_application_texts/intro')).status, 403)
  assert.equal((await admin.patch('/member_application_texts/intro', { textVersion: 9 })).status, 422)
})

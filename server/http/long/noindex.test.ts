import assert from 'node:assert/strict'
import { test } from 'node:test'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, make } = await testApp()

test('every open route answers search engines that they must not index it', async () => {
  const admin = await as('admin')
  const { _id: memberId } = await make.member()
  const { code } = succeeded(await admin.post('/membership_cards', { memberId }))
  const { url: receipt } = succeeded(
    await admin.get(`/payments/${(await make.payment())._id}/receipt`),
  ) as unknown as {
    url: string
  }
  const open = app.routes.filter(({ config }) => config?.open)
  assert.ok(open.length > 25)
  const urls = open.map(({ url }) => url.replaceAll(/:\w+/g, 'nada').replace('*', 'nada'))
  for (const url of [...urls, `/api/membership_cards/verify/${String(code)}`, receipt]) {
    const { headers } = await app.inject({ url })
    assert.equal(headers['x-robots-tag'], 'noindex', url)
  }
  assert.equal((await app.inject(receipt)).statusCode, 200)
})

test('robots.txt does not keep search engines from reading that they must not index', async () => {
  assert.equal((await app.inject('/robots.txt')).statusCode, 404)
})

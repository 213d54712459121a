import { test, useServer } from '../fixtures.ts'
import { editWhileServerIsAway } from '../server-down.ts'

useServer()

test.describe('when the server is killed', () => {
  test.use({ as: 'admin' })

  test('the page says so, recovers by itself, and keeps unsaved input', ({ page, api, server, problems }) =>
    editWhileServerIsAway({ page, api, server, problems }, 'SIGKILL'))
})

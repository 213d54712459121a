import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { handFiles } from './handed-files.ts'
import ManyDocuments from './many-documents.tsx'

beforeEach(() => beginAs('admin', explainerOf('treasuryDocs')))
afterEach(() => vi.restoreAllMocks())

it('a document that is not received is named in error reports, and its list says why', async () => {
  const errors = { date: ['A data é posterior a hoje.'] }
  const upload = vi
    .spyOn(api, 'upload')
    .mockRejectedValue(new ApiError(422, 'Há campos por corrigir.', { errors }))
  const file = new File(['x'], 'luz.pdf')
  handFiles([file])
  renderAt(<ManyDocuments />)
  expect(await screen.findByText(/A data é posterior a hoje/)).toBeTruthy()
  expect(upload).toHaveBeenCalledOnce()
  expect(upload.mock.calls[0]?.[0]).toMatchObject({
    path: 'pdf_documents',
    files: [file],
    failure: 'Pdf Document upload failed',
  })
})

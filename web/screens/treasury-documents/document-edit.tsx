import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { readTaxCode } from '@agremia/resources/rules/tax-qr.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery, useResource, useSettings } from '../../api/queries.ts'
import { useAttachFiles } from '../../resource/files/attach-files.tsx'
import { FileViewer, type ShownFile } from '../../resource/files/file-viewer.tsx'
import { WithFile } from '../../resource/files/with-file.tsx'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { formTab, historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { payDocumentPath } from '../../paths/treasury.ts'
import classes from './documents.module.css'

/** The page of a document: its file beside its form. */
export default function DocumentEdit() {
  return <RecordPage resource="treasuryDocs" tabs={tabs} head={head} />
}

const head = (part: RecordPart<'treasuryDocs'>) => ({
  subtitle: part.record.description,
  state: <DocumentState {...part} />,
  // Cancelling is no main action.
  action: <RecordActions {...part} main={<PayDocument {...part} />} />,
})

const tabs = [
  {
    ...formTab,
    label: 'Documento',
    panel: (part: RecordPart<'treasuryDocs'>) => <DocumentSheet {...part} />,
  },
  historyTab,
]

/** A link to a new transaction that pays the unpaid amount of the document. */
function PayDocument({ record }: RecordPart<'treasuryDocs'>) {
  if (!['unpaid', 'partial'].includes(record.status)) return null
  return <PageAction label="Registar transação" to={payDocumentPath(record._id)} />
}

function DocumentState({ record, fields }: RecordPart<'treasuryDocs'>) {
  const option = fields.status?.options?.find(({ value }) => value === record.status)
  return option && <StateBadge tone={option.tone} label={option.label} />
}

type DocumentFile = ShownFile & { taxCode?: string | null }

function DocumentSheet(part: RecordPart<'treasuryDocs'>) {
  const { record, form } = part
  const parent = { resource: 'treasuryDocs', id: record._id }
  const { data } = useQuery(listQuery('recordFiles', { parent, sort: 'created_at', limit: -1 }))
  const files = data?.data ?? []
  const [chosenId, setChosenId] = useState<string>()
  const shown = files.find(({ _id }) => _id === chosenId) ?? files[0]
  const attach = useAttachFiles({ of: { treasuryDocId: record._id }, kind: 'other' })
  const sheet = (
    <>
      <EntityProposal form={form} files={files} />
      {formTab.panel(part)}
    </>
  )
  const layout = shown ? (
    <WithFile
      file={
        <>
          <div className={classes.files}>
            {files.length > 1 &&
              files.map(({ _id, name }) => (
                <Button
                  key={_id}
                  className={classes.chosen ?? ''}
                  variant="default"
                  aria-current={_id === shown._id || undefined}
                  onClick={() => setChosenId(_id)}
                >
                  {name}
                </Button>
              ))}
            {attach.button}
          </div>
          <FileViewer key={shown._id} file={shown} />
        </>
      }
    >
      {sheet}
    </WithFile>
  ) : (
    <>
      <div className={classes.files}>{attach.button}</div>
      {sheet}
    </>
  )
  return (
    <>
      {layout}
      {attach.dialog}
    </>
  )
}

/** Proposes the issuer of an invoice as a new entity, when none has its NIF. */
function EntityProposal({
  form,
  files,
}: {
  form: FormControls<'treasuryDocs'>
  files: readonly DocumentFile[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { organisationNif } = useSettings()
  const mayCreate = useResource('externalEntities')?.may.create
  const code = files.flatMap(({ taxCode }) => (taxCode && readTaxCode(taxCode)) || [])[0]
  const nif = code && (code.issuerNif === organisationNif ? code.buyerNif : code.issuerNif)
  if (!mayCreate || !nif || form.values.externalEntityId || form.values.memberId) return null
  return (
    <div className={classes.proposal} data-only="screen">
      <p>O código QR é do NIF {nifRule.format?.(nif) ?? nif}, que ainda não é de nenhuma entidade.</p>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Criar entidade
      </Button>
      {isOpen && (
        <RecordDialog
          resource="externalEntities"
          initial={{ nif, kinds: [code.issuerNif === nif ? 'supplier' : 'client'] }}
          onClose={() => setIsOpen(false)}
          onSaved={({ _id, name }) =>
            form.setMany({ externalEntityId: _id, externalEntityLabel: name, description: name })
          }
        />
      )}
    </div>
  )
}

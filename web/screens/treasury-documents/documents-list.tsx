import { counted } from '@agremia/resources/rules/plural.ts'
import { IconFiles, IconFileTypePdf, IconFileUpload, IconFileZip } from '@tabler/icons-react'
import { use, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { manyDocumentsPath, treasuryDocsPath } from '../../paths/treasury.ts'
import {
  type BulkAction,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
  RecordList,
} from '../../resource/record-list.tsx'
import { attempt } from '../../resource/attempt.ts'
import { MayEnterContext } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { formatBytes } from './format-bytes.ts'
import classes from './documents.module.css'

/** The list of documents of the treasury, newest first. */
export default function DocumentsList() {
  const [blocks, setBlocks] = useState<readonly Block[]>()
  const mayEnter = use(MayEnterContext)
  return (
    <>
      <RecordList
        resource="treasuryDocs"
        columns={columns}
        filters={filters}
        actions={bulkActions(setBlocks)}
        newPath={`${treasuryDocsPath}/novo`}
        toolbar={
          mayEnter(manyDocumentsPath) && (
            <CommandButton icon={IconFileUpload} label="Enviar ficheiros" to={manyDocumentsPath} />
          )
        }
        purpose="Faturas, recibos e outros papéis da tesouraria, com os seus ficheiros."
      />
      {blocks && <BlocksDialog blocks={blocks} onClose={() => setBlocks(undefined)} />}
    </>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

const filters: FilterSetup<'treasuryDocs'>[] = [{ field: 'date' }, { field: 'type' }, { field: 'status' }]

const columns: ColumnSetup<'treasuryDocs'>[] = [
  { name: 'number', width: 7 },
  { name: 'date', width: 7 },
  { name: 'type', width: 8.5 },
  { name: 'description', width: 12 },
  { name: 'externalEntityId', width: 11 },
  { name: 'externalNumber', width: 9 },
  { name: 'totalAmount', width: 8 },
  { name: 'status', width: 8 },
]

interface Block {
  url: string
  name: string
  documents: number
  bytes: number
}

function bulkActions(onBlocks: (blocks: readonly Block[]) => void): BulkAction[] {
  const of = (as: 'zip' | 'pdf') => (chosen: ChosenRecords<'treasuryDocs'>) =>
    void download(chosen, as, onBlocks)
  return [
    { name: 'zip', label: 'Descarregar em ZIP', icon: <IconFileZip {...icon} />, run: of('zip') },
    { name: 'pdf', label: 'Descarregar num PDF', icon: <IconFileTypePdf {...icon} />, run: of('pdf') },
  ]
}

/** Downloads the files of the chosen documents; in a dialog when they take several archives. */
async function download(
  { query, ids }: ChosenRecords<'treasuryDocs'>,
  as: 'zip' | 'pdf',
  onBlocks: (blocks: readonly Block[]) => void,
): Promise<void> {
  await attempt(async () => {
    const selection = query ? { query } : { ids: await ids() }
    const answer = await api.act<{ data: { blocks: Block[] } }>('treasury_docs/download', {
      ...selection,
      inBlocks: true,
      as,
    })
    if (isTimedOut(answer)) return
    const { blocks } = answer.data
    const [only] = blocks
    if (only && blocks.length === 1) api.download(only.url)
    else onBlocks(blocks)
  }, 'Não foi possível descarregar os documentos.')
}

function BlocksDialog({ blocks, onClose }: { blocks: readonly Block[]; onClose: () => void }) {
  return (
    <Dialog title="Descarregar em partes" width="30rem" onClose={onClose}>
      <ul className={classes.blocks}>
        {blocks.map(({ url, name, documents, bytes }) => (
          <li key={url}>
            <CommandButton
              icon={IconFiles}
              label={`${name}: ${counted(documents, 'documento', 'documentos')}, ${formatBytes(bytes)}`}
              fullWidth
              justify="start"
              onClick={() => api.download(url)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

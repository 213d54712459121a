import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../api/queries.ts'
import { RecordList } from '../../resource/record-list.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { PageAction } from '../../ui/page-action.tsx'

const AnswerUpload = lazyDialog(() => import('./answer-upload.tsx'))

/** The answers of the bank that were loaded. */
export default function DebitAnswersList() {
  const [isUploading, setIsUploading] = useState(false)
  const mayWrite = useMay('debitBatches').create
  return (
    <>
      <RecordList
        resource="debitAnswers"
        action={
          mayWrite && (
            <PageAction
              label="Carregar resposta"
              icon={<IconFileUpload size="1.125rem" stroke={1.5} />}
              onClick={() => setIsUploading(true)}
            />
          )
        }
        purpose="Aqui ficam os ficheiros do banco com débitos rejeitados e devolvidos, e o que cada um mudou."
      />
      {isUploading && <AnswerUpload onClose={() => setIsUploading(false)} />}
    </>
  )
}

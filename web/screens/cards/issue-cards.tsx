import { Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { cardPath } from '../../paths/cards.ts'
import { IssueForm } from './issue-form.tsx'
import { IssuePanel } from './issue-panel.tsx'
import { usualChoice, type IssueArrival, type IssueChoice, type IssuePreview } from './issue-run.ts'
import classes from '../../ui/chosen-run.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const IssueOneDialog = lazyPart(() => import('./issue-one-dialog.tsx'))

/** For whom cards are issued, and beside it how many that makes; then the way to do it. */
export default function IssueCards() {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const fields = useFields('cardRuns')
  const arriving = useLocation().state as IssueArrival | null
  const [choice, setChoice] = useState<IssueChoice>({ ...usualChoice, audience: arriving?.audience ?? null })
  const [one, setOne] = useState(false)
  const preview = usePreview<IssuePreview>('card_runs/preview', choice)
  if (!fields) return <PageSkeleton />
  return (
    <Page
      title="Emitir cartões"
      action={
        <Button
          variant="default"
          leftSection={<IconUser size="1.125rem" stroke={1.5} aria-hidden />}
          onClick={() => setOne(true)}
        >
          {fillTerms('Para {um} só {memberSingular}', terminology)}
        </Button>
      }
    >
      <div className={classes.sheet}>
        <IssueForm
          fields={fields}
          choice={choice}
          chosen={arriving?.count}
          errors={preview.errors}
          onChange={setChoice}
        />
        <IssuePanel choice={choice} preview={preview} />
      </div>
      {one && (
        <Suspense fallback={null}>
          <IssueOneDialog
            onClose={() => setOne(false)}
            onIssued={(id) => void navigate(cardPath(terminology, id))}
          />
        </Suspense>
      )}
    </Page>
  )
}

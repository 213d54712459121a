import { IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { taskPath } from '../../paths/tasks.ts'
import { type ExcludedGroup, ExcludedMembers, NoMemberMatches } from '../../resource/preview/left-out.tsx'
import { PreviewHead, PreviewPanel } from '../../resource/preview/preview-panel.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import classes from '../../ui/chosen-run.module.css'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/router.tsx'
import { type Audience, AudienceBox, ChosenAudience } from '../messages/index.ts'

/** Creates accounts for all members who have an email, or for selected ones. */
export default function CreateAccounts() {
  const terminology = useTerminology()
  const { memberSingular, memberPlural } = terminology
  const arrival = useAddress().state as AccountsArrival | null
  const [audience, setAudience] = useState<Audience | null>(arrival?.audience ?? null)
  const preview = usePreview<AccountsPreview>('user_accounts', { audience })
  const task = {
    title: fillTerms('Criar contas de {memberPlural}', terminology),
    kind: 'accounts',
    input: {},
    audience: audience ?? { query: {} },
  }
  return (
    <Page
      title="Criar contas"
      subtitle="Cada pessoa recebe por email uma ligação para entrar e escolher a palavra-passe."
    >
      <div className={classes.sheet}>
        <div className="stack">
          {audience !== null && arrival && (
            <AudienceBox label="Para quem" error={preview.errors?.['audience']?.join(' ')}>
              <ChosenAudience other="Todos" onChange={() => setAudience(null)}>
                {counted(arrival.count, memberSingular, memberPlural)} da seleção
              </ChosenAudience>
            </AudienceBox>
          )}
          <p className="note">
            Quem já tem conta não recebe outra: pode repetir sem receio. Com a conta, cada pessoa vê a sua
            ficha, os seus pagamentos e o seu cartão, e mais nada.
          </p>
        </div>
        <PreviewPanel preview={preview} loading="A contar">
          {({ count, leftOut }) => (
            <>
              <PreviewHead
                resource="bulkActions"
                input={task}
                count={count}
                emptyText="Nenhuma conta por criar."
                detail="com uma mensagem a cada pessoa"
                verb="Criar"
                what={counted(count, 'conta', 'contas')}
                icon={<IconUsersPlus size="1.125rem" stroke={1.5} aria-hidden />}
                message={`Cada pessoa recebe a mensagem «Conta criada», com uma ligação válida durante ${accountLinkDays} dias.`}
                isStale={preview.isStale}
                pathOf={taskPath}
              />
              {count === 0 && leftOut.length === 0 && <NoMemberMatches />}
              <ExcludedMembers preview={preview} groups={leftOut} />
            </>
          )}
        </PreviewPanel>
      </div>
    </Page>
  )
}

/** The response of `POST user_accounts/preview`. */
interface AccountsPreview {
  count: number
  leftOut: ExcludedGroup[]
}

/** The navigation state when the user comes from a selection in the list of members. */
export interface AccountsArrival {
  audience: Audience
  count: number
}

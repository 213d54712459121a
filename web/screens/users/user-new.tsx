import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useEffect, useRef, useState } from 'react'
import { listQuery, useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import QuestionDialog from '../../ui/question-dialog.tsx'
import { savedText, toastDone } from '../../resource/toast-done.ts'
import { useObstacle } from '../messages/index.ts'
import { useOfferLink } from './copy-link.tsx'
import classes from './user-new.module.css'

/** The form of a new user. */
export default function UserNew() {
  const offerLink = useOfferLink()
  return (
    <NewRecordPage
      resource="users"
      announce={(user) => toastDone(user, savedText, { ifHeld: offerLink(user) })}
    >
      {(form) => <NewUser form={form} />}
    </NewRecordPage>
  )
}

function NewUser({ form }: { form: FormControls<'users'> }) {
  const hasNoServer = useObstacle() === 'noMailServer'
  return (
    <>
      <RecordFields
        form={form}
        omit={['ownPassword']}
        lead={
          <p className={classes.note}>
            Sem palavra-passe, a pessoa recebe por email uma ligação para entrar e escolher a sua.
            {hasNoServer && ' Não há servidor de email: a ligação fica retida, e é preciso entregá-la.'}
          </p>
        }
      />
      <MemberQuestion form={form} />
    </>
  )
}

const searchDelay = 400
/** More than a family shares. */
const maxMembers = 8

/** Asks whether the account is of the member who has its email, once for each email. Members who share it are told apart. */
function MemberQuestion({ form }: { form: FormControls<'users'> }) {
  const terminology = useTerminology()
  const [email] = useDebouncedValue(plainText(form.values.email).trim().toLowerCase(), searchDelay)
  const [answered, setAnswered] = useState('')
  const isOpenQuestion = email.includes('@') && email !== answered && !form.values.personId
  const query = listQuery('members', { where: { email }, limit: maxMembers, sort: 'memberNumber' })
  const members = useQuery({ ...query, enabled: isOpenQuestion }).data?.data ?? []
  const [only, ...others] = members
  if (!isOpenQuestion || !only) return null
  const answer = (member?: ResourceRecord<'members'>) => {
    setAnswered(email)
    if (!member) return
    const name = member.name
    form.setMany({
      personId: member.personId,
      personLabel: name,
      ...(!form.values.name && { name }),
    })
  }
  if (others.length > 0) return <MemberChoice members={members} onAnswer={answer} />
  return (
    <QuestionDialog
      question={{
        title: `Associar à ficha de ${only.name}?`,
        message: fillTerms(
          `{O} {memberSingular} n.º ${only.memberNumber} tem este email. Com a conta associada, vê a sua ficha, os seus pagamentos e o seu cartão.`,
          terminology,
        ),
        confirmLabel: 'Associar',
        cancelLabel: 'Não associar',
        answer: (yes) => answer(yes ? only : undefined),
      }}
    />
  )
}

interface MemberChoiceProps {
  members: readonly ResourceRecord<'members'>[]
  onAnswer: (member?: ResourceRecord<'members'>) => void
}

function MemberChoice({ members, onAnswer }: MemberChoiceProps) {
  const terminology = useTerminology()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <Dialog
      title={fillTerms('A qual {dos} {memberPlural} pertence a conta?', terminology)}
      onClose={() => onAnswer()}
      footer={
        <Button variant="default" onClick={() => onAnswer()}>
          Não associar
        </Button>
      }
    >
      <div className={classes.choice}>
        <p className={classes.note}>Várias pessoas têm este email. Uma conta vê a ficha de uma só.</p>
        <ul className={classes.members}>
          {members.map((member, place) => (
            <li key={member._id}>
              <Button
                ref={place === 0 ? first : null}
                variant="default"
                fullWidth
                justify="start"
                onClick={() => onAnswer(member)}
              >
                {member.name}
                <span className={classes.number}>n.º {member.memberNumber}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useState } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './user-new.module.css'

/** The form of a new user. */
export default function UserNew() {
  return <NewRecordPage resource="users">{(form) => <NewUser form={form} />}</NewRecordPage>
}

function NewUser({ form }: { form: FormControls }) {
  return (
    <>
      <RecordFields
        form={form}
        lead={
          <p className={classes.note}>
            Sem palavra-passe, a pessoa recebe por email uma ligação para entrar e escolher a sua.
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
function MemberQuestion({ form }: { form: FormControls }) {
  const terminology = useTerminology()
  const [email] = useDebouncedValue(plainText(form.values['email']).trim().toLowerCase(), searchDelay)
  const [answered, setAnswered] = useState('')
  const isOpenQuestion = email.includes('@') && email !== answered && !form.values['personId']
  const query = listQuery('members', { where: { email }, limit: maxMembers, sort: 'memberNumber' })
  const members = useQuery({ ...query, enabled: isOpenQuestion }).data?.data ?? []
  if (!isOpenQuestion || members.length === 0) return null
  const isOne = members.length === 1
  const answer = (member?: StoredRecord) => {
    setAnswered(email)
    if (!member) return
    const name = plainText(member.name)
    form.setMany({
      personId: member['personId'],
      personLabel: name,
      ...(!form.values['name'] && { name }),
    })
  }
  return (
    <Dialog
      title={
        isOne
          ? `Associar à ficha de ${plainText(members[0]?.name)}?`
          : fillTerms('A qual {dos} {memberPlural} pertence a conta?', terminology)
      }
      onClose={() => answer()}
      footer={
        <>
          <Button variant="default" onClick={() => answer()}>
            Não associar
          </Button>
          {isOne && <Button onClick={() => answer(members[0])}>Associar</Button>}
        </>
      }
    >
      <p>
        {isOne
          ? fillTerms(
              `{O} {memberSingular} n.º ${plainText(members[0]?.['memberNumber'])} tem este email. Com a conta associada, vê a sua ficha, os seus pagamentos e o seu cartão.`,
              terminology,
            )
          : 'Várias pessoas têm este email. Uma conta vê a ficha de uma só.'}
      </p>
      {!isOne && (
        <ul className={classes.members}>
          {members.map((member) => (
            <li key={member._id}>
              <Button variant="default" fullWidth justify="start" onClick={() => answer(member)}>
                {plainText(member.name)}
                <span className={classes.number}>n.º {plainText(member['memberNumber'])}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

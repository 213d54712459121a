import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import classes from './side-list.module.css'

/** The proposers; warns when no member has the number and name that the applicant typed. */
export function ProposersCard({ record }: { record: StoredRecord }) {
  const proposers = [1, 2].flatMap((place) => proposerOf(record, place) ?? [])
  if (proposers.length === 0) return null
  return (
    <Card title={proposers.length === 1 ? 'Proponente' : 'Proponentes'}>
      <ul className={classes.list}>
        {proposers.map((proposer) => (
          <li key={proposer.typed ?? proposer.label}>
            <ProposerLine {...proposer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Proposer {
  memberId: string | undefined
  label: string | undefined
  /** As the applicant typed it. */
  typed: string | undefined
}

function ProposerLine({ memberId, label, typed }: Proposer) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (memberId !== undefined) return <AppLink to={paths.record(memberId)}>{label ?? typed}</AppLink>
  return (
    <>
      {typed}
      <p className={classes.warning}>
        {fillTerms('O número e o nome não são de {nenhum|nenhuma} {memberSingular}: confirme.', terminology)}
      </p>
    </>
  )
}

function proposerOf(record: StoredRecord, place: number): Proposer | undefined {
  const text = (name: string) => {
    const value = record[`proposer${place}${name}`]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const [number, name, memberId] = [text('Number'), text('Name'), text('Id')]
  if (number === undefined && name === undefined && memberId === undefined) return undefined
  const typed = [name, number !== undefined && `n.º\u00A0${number}`].filter(Boolean).join(', ')
  return { memberId, label: text('Label'), typed: typed || undefined }
}

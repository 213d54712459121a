import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import type { CardVerification } from '@agremia/resources/card-verification.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { isApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { workWithoutServer } from '../../api/server-status.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { cardPath } from '../../paths/cards.ts'
import { cardCheckQuery } from './card-check-query.ts'
import { CheckFacts } from './check-facts.tsx'
import { CheckHead } from './check-head.tsx'
import { OtherCode } from './other-code.tsx'
import { sayStanding, standings } from './standings.ts'
import classes from './card-check.module.css'

const unknown = 'Cartão não encontrado'
const unanswered = 'Não foi possível verificar'

/** What a card is worth, for whoever read its QR code: a stranger to the program, with a phone, at a door. */
export default function CardCheckPage() {
  const { id = '' } = useParams()
  const { name } = useTerminology()
  useEffect(workWithoutServer, [])
  return (
    <main className={classes.page}>
      <Answer code={id} />
      <OtherCode />
      <p className={classes.organisation}>
        <OrganisationLogo size="1.75rem" /> {name}
      </p>
    </main>
  )
}

function Answer({ code }: { code: string }) {
  const query = useQuery(cardCheckQuery(code))
  return (
    <>
      <output className="visually-hidden">{sayAnswer(query)}</output>
      <Shown query={query} />
    </>
  )
}

type CheckQuery = UseQueryResult<CardVerification | null>

/** The answer in a sentence, for those who do not see the page change. */
function sayAnswer({ data, error, isFetching }: CheckQuery): string {
  if (error) return isFetching ? '' : unanswered
  if (data === undefined) return ''
  return data === null ? unknown : `${sayStanding(data.status, data.validUntil)}: ${data.displayName}`
}

function Shown({ query: { data, error, refetch, isFetching } }: { query: CheckQuery }) {
  if (error && !isFetching) return <Unanswered error={error} onRetry={() => void refetch()} />
  if (error || data === undefined) return <CheckHead tone="grey" sign="waiting" title="A verificar…" />
  return data === null ? <Unknown /> : <Checked check={data} />
}

function Checked({ check }: { check: CardVerification }) {
  const { status, validUntil, checkedAt } = check
  return (
    <>
      <CheckHead tone={standings[status].tone} sign={status} title={sayStanding(status, validUntil)}>
        verificado agora, {formatDateTime(checkedAt, organisationTimeZone())}
      </CheckHead>
      <CheckFacts check={check} />
      <StaffLinks check={check} />
    </>
  )
}

/** The server tells only the staff which records these are. */
function StaffLinks({ check: { memberId, cardId } }: { check: CardVerification }) {
  const terminology = useTerminology()
  if (memberId === undefined || cardId === undefined) return null
  return (
    <nav className={classes.links} aria-label="Registos">
      <AppLink to={`/${terminology.memberURLPlural}/${memberId}`}>
        {fillTerms('Ficha {do} {memberSingular}', terminology)}
      </AppLink>
      <AppLink to={cardPath(terminology, cardId)}>Ver o cartão</AppLink>
    </nav>
  )
}

/** Said of every code that no card has, whatever it looks like. */
function Unknown() {
  return (
    <>
      <CheckHead tone="red" sign="unknown" title={unknown}>
        Nenhum cartão tem este código.
      </CheckHead>
      <p className={classes.notice}>
        Confirme o código no cartão e verifique de novo. Um cartão que não se encontra não prova nada: peça
        outra identificação, ou contacte a secretaria.
      </p>
    </>
  )
}

/** Nothing is known of the card: nobody answered, or the answer has to wait. */
function Unanswered({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = isApiError(error) ? error.status : 0
  const isOffline = status === 0 || status >= 502
  return (
    <>
      <CheckHead tone="grey" sign="offline" title={unanswered}>
        O cartão pode ser válido ou não.
      </CheckHead>
      <div className={classes.notice}>
        <p>
          {isOffline
            ? 'Não há ligação à internet, ou o serviço não responde. Verifique a ligação deste telefone e tente de novo.'
            : error.message}
        </p>
        <button type="button" className={classes.button} onClick={onRetry}>
          Tentar de novo
        </button>
      </div>
    </>
  )
}

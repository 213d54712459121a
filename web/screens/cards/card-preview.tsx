import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import classes from './card-preview.module.css'

/** Both sides of a card as printed, and its QR code, as self-contained SVG. Sizes in millimetres. */
export interface CardPicture {
  width: number
  height: number
  front: string
  back: string
  qr: string
  /** In groups, as printed: `7K3M-9QX2-VT4D`. */
  code: string
}

/** Its query key is below that of the card, so that a change of the card refetches it. */
export function previewQuery(cardId: string) {
  return {
    queryKey: [...keys.record('membershipCards', cardId), 'preview'],
    queryFn: async () =>
      requireAnswer(await api.get<{ data: CardPicture }>(`${recordPath('membershipCards', cardId)}/preview`))
        .data,
  }
}

interface CardPreviewProps {
  cardId: string
  /** The holder, for the alternative text. */
  name: string
  /** Shows only the front. */
  isFront?: boolean
  isEnded?: boolean
}

/** Front and back side by side, in the proportions of the real card. */
export function CardPreview({ cardId, name, isFront = false, isEnded = false }: CardPreviewProps) {
  const found = useQuery(previewQuery(cardId))
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return (
      <ErrorState
        title="Não foi possível desenhar o cartão"
        message={message}
        onRetry={() => void found.refetch()}
      />
    )
  }
  const sides = found.data
  const ratio = sides ? `${sides.width} / ${sides.height}` : '85.6 / 53.98'
  const orientation = sides && sides.width < sides.height ? 'portrait' : 'landscape'
  return (
    <div className={classes.sides} data-ended={isEnded} data-orientation={orientation}>
      <Side label="Frente" svg={sides?.front} ratio={ratio} name={name} />
      {!isFront && <Side label="Verso" svg={sides?.back} ratio={ratio} name={name} />}
    </div>
  )
}

interface SideProps {
  label: string
  svg: string | undefined
  ratio: string
  name: string
}

function Side({ label, svg, ratio, name }: SideProps) {
  return (
    <figure className={classes.side}>
      <div className={classes.frame} style={{ aspectRatio: ratio }} aria-busy={svg === undefined}>
        {svg === undefined ? (
          <Skeleton h="100%" />
        ) : (
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
            alt={`${label} do cartão de ${name}`}
          />
        )}
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

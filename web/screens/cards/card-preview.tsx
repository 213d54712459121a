import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import classes from './card-preview.module.css'

/** Both sides of a card as they are printed, and its QR code; millimetres, and SVG that is whole by itself. */
export interface CardPicture {
  width: number
  height: number
  front: string
  back: string
  /** Alone, as large as one likes. */
  qr: string
  /** In groups, as it is printed. */
  code: string
}

/** Kept with the card: what changes it draws it again. */
export function previewQuery(cardId: string) {
  return {
    queryKey: [...keys.record('membershipCards', cardId), 'preview'],
    queryFn: async () =>
      answered(await api.get<{ data: CardPicture }>(`${recordPath('membershipCards', cardId)}/preview`)).data,
  }
}

interface CardPreviewProps {
  cardId: string
  /** Of whom it is, for those who do not see it. */
  name: string
  /** The front alone. */
  isFront?: boolean
  /** It no longer counts. */
  isEnded?: boolean
}

/** A card as it is held in the hand: front and back side by side, at the proportions of the real one. */
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

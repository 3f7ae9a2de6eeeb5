/** A round picture of someone: decoration, because the name is beside it. The stand-in draws one for whoever has none. */
export function Avatar({ url }: { url: string | null }) {
  return <span class="avatar">{url !== null && <img src={url} alt="" />}</span>;
}

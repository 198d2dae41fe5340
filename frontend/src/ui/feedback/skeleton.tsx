/** Cards to come, in outline, with what is known so far. */
import "./skeleton.css";

export function Skeleton({ text }: { text: string }) {
  return (
    <div class="ui-skeleton">
      <p role="status">{text}</p>
      <div class="ui-skeleton-cards" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <div key={card} class="ui-skeleton-card" />
        ))}
      </div>
    </div>
  );
}

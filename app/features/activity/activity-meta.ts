import type { activityApi } from "#app/contract/content/activity";
import type { CallData } from "#app/contract/endpoint";
import { breadcrumbs, graph } from "#app/features/seo/json-ld";
import { absolute, cardPath, type Matches, originOf, pageMeta, siteOf } from "#app/features/seo/meta";
import { paths } from "#app/paths";

type Activity = CallData<typeof activityApi.get>;

/** The place name of online activities. */
const ONLINE = "线上";

/** Meta tags of an activity, including structured data for calendars and search engines. */
export function activityMeta(activity: Activity | undefined, matches: Matches) {
  if (!activity) return pageMeta(undefined, matches);
  const origin = originOf(matches);
  const path = paths.activity(activity.id);
  const card = `activity/${activity.id}`;
  const online = activity.city === ONLINE;
  return pageMeta(
    {
      title: activity.title,
      description: activity.excerpt,
      path,
      image: activity.cover?.url,
      card,
      jsonLd: graph(
        {
          "@type": "Event",
          name: activity.title,
          description: activity.excerpt,
          url: origin + path,
          startDate: activity.startsAt,
          endDate: activity.endsAt,
          eventStatus: "https://schema.org/EventScheduled",
          eventAttendanceMode: `https://schema.org/${online ? "Online" : "Offline"}EventAttendanceMode`,
          location: online
            ? { "@type": "VirtualLocation", url: origin + path }
            : {
                "@type": "Place",
                name: activity.city,
                address: { "@type": "PostalAddress", addressLocality: activity.city, addressCountry: "CN" },
              },
          organizer: { "@type": "Organization", name: siteOf(matches).name, url: `${origin}/` },
          image: [absolute(activity.cover?.url || cardPath(card), origin)],
        },
        breadcrumbs(origin, [
          { name: "活动", path: paths.activities() },
          { name: activity.title, path },
        ]),
      ),
    },
    matches,
  );
}
